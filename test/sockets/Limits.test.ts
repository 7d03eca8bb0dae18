/** What one socket may make the server hold, before it has said who it is. */
import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { lentServerForFile } from "../support/ForFile.ts"

const server = lentServerForFile()

const MIB = 1024 * 1024

/** Resident memory of the server in MiB. */
const memory = (): number => (Number(readFileSync(`/proc/${server.pid()}/statm`, "utf8").split(" ")[1]) * 4096) / MIB

/** A socket below its protocol, open; with a promise of its end. */
const openRaw = async (): Promise<{ readonly socket: Socket; readonly ended: Promise<void> }> => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const ended = new Promise<void>((resolve) => socket.on("close", () => resolve()))
  socket.on("error", () => {})
  socket.write(
    "GET /api/v1/scribe/stream HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n" +
      "sec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
  )
  await new Promise<void>((resolve) => socket.once("data", () => resolve()))
  return { socket, ended }
}

/** A masked frame's beginning, which claims so many bytes. */
const head = (opcode: number, length: number): Buffer => {
  const bytes = Buffer.alloc(14)
  bytes[0] = 0x80 | opcode
  bytes[1] = 0x80 | 127
  bytes.writeBigUInt64BE(BigInt(length), 2)
  return bytes
}

const LARGE = 12 * MIB

test("frames longer than any message end their sockets before they are held", async () => {
  const before = memory()
  const opened = await Promise.all(Array.from({ length: 10 }, openRaw))
  const half = Buffer.alloc(LARGE / 2)
  for (const { socket } of opened) {
    socket.write(head(1, LARGE))
    socket.write(half)
  }
  await Promise.all(opened.map(({ ended }) => ended))
  expect(memory() - before).toBeLessThan((10 * LARGE) / 2 / MIB)
})

test("a socket whose client pings and does not read is closed", async () => {
  const { ended, socket } = await openRaw()
  socket.pause()
  const ping = Buffer.concat([Buffer.from([0x89, 0x80 | 120]), Buffer.alloc(4 + 120)])
  const flood = Buffer.concat(Array.from({ length: 1_000 }, () => ping))
  let isOver = false
  ended.then(() => {
    isOver = true
  })
  for (let sent = 0; !isOver && sent < 500; sent++) {
    socket.write(flood)
    await Bun.sleep(2)
  }
  socket.resume()
  await ended
})
