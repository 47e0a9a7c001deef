"""What the reader that generates and ranks queries proposes, where the rules give no answer or an unsure one."""
