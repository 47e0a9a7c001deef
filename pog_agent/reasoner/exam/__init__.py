"""The exam of a chat model: whether it may confirm what words mean."""
