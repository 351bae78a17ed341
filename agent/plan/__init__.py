"""What a question asks for, as plain data: goals over sets, fields and measures, stretches of time, conditions, and their JSON form."""
