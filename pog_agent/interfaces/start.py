"""Starts the command line: what it is made of takes a moment to import, which Ctrl+C ends without a traceback."""

import signal


def main() -> int:
    """Runs a command and returns its exit code. In the background, where interrupts are ignored, they stay so."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from pog_agent.interfaces.cli import main as run  # noqa: PLC0415 (an interrupt ends the process here)

    signal.signal(signal.SIGINT, handler)
    return run()
