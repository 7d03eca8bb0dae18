"""Stands for `websockets.sync.client` where it cannot be had: a client of RFC 6455 over a plain connection."""
import base64
import os
import socket
import struct
from urllib.parse import urlsplit

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class connect:
  def __init__(self, url):
    parts = urlsplit(url)
    self._socket = socket.create_connection((parts.hostname, parts.port))
    self._file = self._socket.makefile("rb")
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
      f"GET {target} HTTP/1.1",
      f"Host: {parts.netloc}",
      "Upgrade: websocket",
      "Connection: Upgrade",
      f"Sec-WebSocket-Key: {key}",
      "Sec-WebSocket-Version: 13",
    ]
    self._socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    status = self._file.readline()
    assert b" 101 " in status, status
    while self._file.readline().strip():
      pass

  def _frame(self, kind, payload):
    length = len(payload)
    head = bytes([0x80 | length]) if length < 126 else b"\xfe" + struct.pack(">H", length)
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    self._socket.sendall(bytes([0x80 | kind]) + head + mask + masked)

  def send(self, message):
    text = isinstance(message, str)
    self._frame(TEXT if text else BINARY, message.encode() if text else message)

  def __iter__(self):
    while True:
      head = self._file.read(2)
      if len(head) < 2:
        return
      kind, length = head[0] & 15, head[1] & 127
      if length > 125:
        length = struct.unpack(">H" if length == 126 else ">Q", self._file.read(2 if length == 126 else 8))[0]
      payload = self._file.read(length)
      if kind == CLOSE:
        return
      if kind == PING:
        self._frame(PONG, payload)
      elif kind in (TEXT, BINARY):
        yield payload.decode() if kind == TEXT else payload

  def __enter__(self):
    return self

  def __exit__(self, *_):
    self._frame(CLOSE, struct.pack(">H", 1000))
    self._socket.close()
