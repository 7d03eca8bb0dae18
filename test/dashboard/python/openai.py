"""Stands for the package `openai` where it cannot be had: what the playground's programs use of it, over urllib."""
import json
import urllib.request
import uuid
from types import SimpleNamespace


class _Model(SimpleNamespace):
  """What the answer lacks is None, as it is of the package's own models."""

  def __getattr__(self, _):
    return None


def _named(value):
  if isinstance(value, dict):
    return _Model(**{name: _named(each) for name, each in value.items()})
  return [_named(each) for each in value] if isinstance(value, list) else value


def _multipart(fields, files):
  boundary = uuid.uuid4().hex
  parts = []
  for name, value in fields:
    parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode())
  for name, (filename, file, *kind) in files:
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{filename}"\r\n'
    parts.append(f"{head}Content-Type: {kind[0] if kind else 'application/octet-stream'}\r\n\r\n".encode() + file.read() + b"\r\n")
  return b"".join(parts) + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


class _Speech:
  def __init__(self, answer):
    self._answer = answer

  def write_to_file(self, path):
    with open(path, "wb") as file:
      file.write(self._answer.read())


class OpenAI:
  def __init__(self, *, base_url, api_key):
    self._base, self._key = base_url, api_key
    self.chat = SimpleNamespace(completions=SimpleNamespace(create=self._complete))
    self.audio = SimpleNamespace(
      speech=SimpleNamespace(create=self._speak), transcriptions=SimpleNamespace(create=self._transcribe)
    )

  def _send(self, path, data, kind):
    url = path if path.startswith("http") else self._base + path
    headers = {"authorization": f"Bearer {self._key}", "content-type": kind}
    return urllib.request.urlopen(urllib.request.Request(url, data=data, headers=headers))

  def _json(self, path, body):
    return self._send(path, json.dumps(body).encode(), "application/json")

  def post(self, path, *, cast_to, body=None, files=None, options={}):
    if files is None:
      return json.load(self._json(path, body))
    assert options["headers"]["Content-Type"] == "multipart/form-data"
    return json.load(self._send(path, *_multipart(body.items(), files)))

  def _events(self, answer):
    for line in answer:
      text = line.decode().strip()
      if text.startswith("data: ") and text != "data: [DONE]":
        yield _named(json.loads(text[6:]))

  def _complete(self, **body):
    answer = self._json("/chat/completions", body)
    return self._events(answer) if body.get("stream") else _named(json.load(answer))

  def _speak(self, **body):
    return _Speech(self._json("/audio/speech", body))

  def _transcribe(self, *, file, **body):
    fields = []
    for name, value in body.items():
      for each in value if isinstance(value, list) else [value]:
        fields.append((f"{name}[]" if isinstance(value, list) else name, "true" if each is True else each))
    answer = self._send("/audio/transcriptions", *_multipart(fields, [("file", (file.name, file))]))
    return self._events(answer) if body.get("stream") else _named(json.load(answer))
