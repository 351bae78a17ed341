"""The rules planner: a grounded semantic parser. Evidence lattice → chart over types → goals → accounting."""
