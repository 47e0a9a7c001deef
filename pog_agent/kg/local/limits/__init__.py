"""Limits on what a file may cost its reader: nesting, entities, unpacked size, contexts from elsewhere."""
