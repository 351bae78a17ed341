"""The web application as a process: what it is put together from, how it is served, what its log may hold."""
