"""What a call teaches of its server: what is left out from then on, and the words that say so."""

from pog_agent.reasoner.base import LlmStep
from pog_agent.reasoner.chat.completion import Completion, Messages
from pog_agent.reasoner.chat.failures import ModelEndpoint
from pog_agent.reasoner.chat.servers.dialects import CallOptions, ModelDialect
from pog_agent.reasoner.chat.servers.known_server import FORMS, STREAMS, KnownServer
from pog_agent.reasoner.chat.streamed import ReplyWatch


class ServerLessons:
    """Notes in what is `known` of a server what calls show, and says what a user loses by it."""

    def __init__(self, known: KnownServer, endpoint: ModelEndpoint, dialect: ModelDialect) -> None:
        self._known = known
        self._endpoint = endpoint
        self._dialect = dialect

    def leave_out(self, parameter: str, step: LlmStep[object]) -> tuple[str, ...]:
        """Has something left out that does not work; says so unless the same can be had in another way."""
        if parameter in FORMS:
            return self.give_up(parameter, step)
        if not parameter or parameter in self._known.left_out:  # another call was told so in the meantime
            return ()
        self._known.left_out.add(parameter)
        if parameter == STREAMS or (parameter in self._dialect.cap_names and self.cap_names):
            return ()
        return (f"{self._endpoint} rejects the parameter {parameter}: left out from now on",)

    def give_up(self, form: str, step: LlmStep[object]) -> tuple[str, ...]:
        """Has replies asked for in the next form."""
        lost = self._known.give_up(form, step.name)
        if not lost:
            return ()
        other = self._known.form(step.name, self._dialect.forms) or "plain text"
        return (f"{self._endpoint} does not serve {lost}: replies are asked for as {other} from now on",)

    @property
    def cap_names(self) -> list[str]:
        """The names of the cap that may be known to the server, the likeliest first."""
        return [name for name in self._dialect.cap_names if name not in self._known.left_out]

    def counted(
        self, completion: Completion, messages: Messages, options: CallOptions, reply: ReplyWatch
    ) -> Completion:
        """The completion with its tokens, which are estimated where the server has not counted them.

        Notes whether it counts what it streams, and whether it heeds the cap.
        """
        if completion.prompt_tokens or completion.completion_tokens:
            if options.is_streamed:
                self._known.served.add(STREAMS)
            if options.cap and completion.completion_tokens > options.cap and len(self.cap_names) > 1:
                self._known.left_out.add(options.cap_name)
            return completion
        completion = completion.estimated_for(messages)
        if reply.runaway:
            return completion
        if options.is_streamed and STREAMS not in self._known.served:
            self._known.left_out.add(STREAMS)
        note = f"{self._endpoint} does not count its tokens: they are estimated, four characters a token"
        return completion.warning((note,))
