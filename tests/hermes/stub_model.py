"""A model server on loopback, as OpenAI's chat completions are asked: first a tool call, then a word of text."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

Message = dict[str, object]
MODEL = "stub"
_USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}


class StubModel:
    """Answers the first question that offers tools with one call, everything else with ``Done.``"""

    def __init__(self, tool: str, arguments: dict[str, object]) -> None:
        self.tool = tool
        self.arguments = arguments
        self.results: list[str] = []
        self._has_called = False
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def address(self) -> str:
        """Where its API begins."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> "StubModel":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, question: dict[str, object]) -> Message:
        """The next message of the model; results of its call are remembered."""
        messages = question.get("messages")
        for message in messages if isinstance(messages, list) else []:
            if message["role"] == "tool" and message["content"] not in self.results:
                self.results.append(message["content"])
        if self._has_called or not question.get("tools"):
            return {"role": "assistant", "content": "Done."}
        self._has_called = True
        function = {"name": self.tool, "arguments": json.dumps(self.arguments)}
        call = {"index": 0, "id": "call_1", "type": "function", "function": function}
        return {"role": "assistant", "content": None, "tool_calls": [call]}


def _handler(model: StubModel) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """One question."""

        def do_GET(self) -> None:
            """The list of models, wherever it is looked for."""
            self._send({"object": "list", "data": [{"id": MODEL, "object": "model", "context_length": 200_000}]})

        def do_POST(self) -> None:
            """A completion, in one piece or as a stream."""
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or b"{}")
            message = model.answer(question)
            reason = "tool_calls" if "tool_calls" in message else "stop"
            if not question.get("stream"):
                self._send(_completion("message", message, reason))
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            chunks = (_completion("delta", message, None), _completion("delta", {}, reason))
            for data in (*map(json.dumps, chunks), "[DONE]"):
                self.wfile.write(f"data: {data}\n\n".encode())

        def _send(self, document: dict[str, object]) -> None:
            data = json.dumps(document).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    return Handler


def _completion(name: str, message: Message, reason: str | None) -> dict[str, object]:
    kind = "chat.completion" if name == "message" else "chat.completion.chunk"
    choice = {"index": 0, name: message, "finish_reason": reason}
    return {"id": "1", "object": kind, "created": 1, "model": MODEL, "choices": [choice], "usage": _USAGE}
