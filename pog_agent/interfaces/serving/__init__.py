"""What the commands share that serve over HTTP."""
