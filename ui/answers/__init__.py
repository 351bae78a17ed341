"""An Answer as people see it: its text with cited figures, its card with table, chart and chips, the same as one text and as files. Pure."""
