/** Where `wrk` is missing: as many GET requests as 32 connections can carry, over bare sockets. */
import { Schema } from "effect"
import { answering } from "../support/Helper.ts"

const Question = Schema.Struct({
  port: Schema.Number,
  path: Schema.String,
  headers: Schema.Record({ key: Schema.String, value: Schema.String }),
  connections: Schema.Number,
  seconds: Schema.Number
})

/** An answer is over where its head is, and its body of the told length. */
const answerLength = (text: string): number | undefined => {
  const head = text.indexOf("\r\n\r\n")
  if (head < 0) return undefined
  const told = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1]
  const length = head + 4 + Number(told ?? 0)
  return text.length >= length ? length : undefined
}

answering(Question, async ({ connections, headers, path, port, seconds }) => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\n${lines.join("")}\r\n`
  const sockets = await Promise.all(
    Array.from({ length: connections }, () => {
      let rest = ""
      return Bun.connect({
        hostname: "127.0.0.1",
        port,
        socket: {
          data: (socket, bytes) => {
            rest += bytes.toString("latin1")
            for (let length = answerLength(rest); length !== undefined; length = answerLength(rest)) {
              if (!/^HTTP\/1.1 20/.test(rest)) throw new Error(rest.slice(0, 300))
              rest = rest.slice(length)
              answered++
              socket.write(request)
            }
          }
        }
      })
    })
  )
  let answered = 0
  for (const socket of sockets) socket.write(request)
  const begun = performance.now()
  await Bun.sleep(seconds * 1_000)
  const rate = (answered * 1_000) / (performance.now() - begun)
  for (const socket of sockets) socket.end()
  return rate
})
