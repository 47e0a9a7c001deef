"""Where chat models are served: their names, what a server has, and what is peculiar to one kind of server."""
