/** The tests' own wire: what they say of cut networks rests on it. */
import { expect, test } from "bun:test"
import { connect, createServer } from "node:net"
import { startProxy } from "./Proxy.ts"

/** Answers each message with itself. */
const startEcho = () =>
  new Promise<{ readonly port: number; readonly heard: Array<string>; readonly stop: () => void }>((resolve) => {
    const heard: Array<string> = []
    const server = createServer((socket) => {
      socket.on("error", () => {})
      socket.on("data", (bytes) => {
        heard.push(bytes.toString())
        socket.write(bytes)
      })
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      if (address !== null && typeof address === "object")
        resolve({ port: address.port, heard, stop: () => server.close() })
    })
  })

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await Bun.sleep(2)
}

const dial = async (port: number) => {
  const socket = connect(port, "127.0.0.1")
  const heard: Array<string> = []
  let closed = false
  socket.on("error", () => {})
  socket.on("data", (bytes) => heard.push(bytes.toString()))
  socket.on("close", () => {
    closed = true
  })
  await until(() => closed || !socket.connecting)
  return {
    heard,
    isClosed: () => closed,
    isEnded: () => until(() => closed),
    write: (text: string) => socket.write(text),
    /** Until it has come back, or the connection is closed. */
    say: async (text: string) => {
      const length = heard.join("").length + text.length
      socket.write(text)
      await until(() => closed || heard.join("").length >= length)
    },
    end: () => socket.destroy()
  }
}

test("a wire passes messages both ways until so many, and is cut then at both ends", async () => {
  const echo = await startEcho()
  const proxy = await startProxy(echo.port)
  const caller = await dial(proxy.port)
  await caller.say("a")
  proxy.cutAfter(1)
  await caller.say("b")
  await caller.say("c")
  expect([echo.heard, caller.heard, caller.isClosed(), proxy.isCut()]).toEqual([["a", "b"], ["a", "b"], true, true])
  await (await dial(proxy.port)).isEnded()
  proxy.mend()
  const next = await dial(proxy.port)
  await next.say("d")
  expect(next.heard).toEqual(["d"])
  await proxy.stop()
  echo.stop()
})

test("a wire that is held passes nothing and tells nobody, and lets go of whom it held when it is mended", async () => {
  const echo = await startEcho()
  const proxy = await startProxy(echo.port)
  const caller = await dial(proxy.port)
  proxy.hold()
  caller.write("a")
  await Bun.sleep(30)
  expect([echo.heard, caller.heard, caller.isClosed()]).toEqual([[], [], false])
  proxy.mend()
  await caller.isEnded()
  await proxy.stop()
  echo.stop()
})

test.each(["up", "down"] as const)(
  "a wire breaks the one connection that carries so many bytes %s, once",
  async (way) => {
    const echo = await startEcho()
    const proxy = await startProxy(echo.port)
    const [one, other] = [await dial(proxy.port), await dial(proxy.port)]
    proxy.breakAfter(way, 5)
    await other.say("abcd")
    expect([other.heard, proxy.isBreakDue()]).toEqual([["abcd"], true])
    await one.say("e")
    expect([one.heard, one.isClosed(), other.isClosed(), proxy.isBreakDue()]).toEqual([[], true, false, false])
    expect(echo.heard).toEqual(way === "up" ? ["abcd"] : ["abcd", "e"])
    const next = await dial(proxy.port)
    await next.say("abcdef")
    expect(next.heard).toEqual(["abcdef"])
    await proxy.stop()
    echo.stop()
  }
)
