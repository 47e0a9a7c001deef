"""The graph as tools for MCP clients."""
