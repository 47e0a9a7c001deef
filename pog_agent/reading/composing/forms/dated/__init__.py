"""Questions computed of the dates of things: ages, how long something lasted, what lies between two events."""
