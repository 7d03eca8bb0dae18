/** A program of ours beside the one that measures: so that clients do not share a thread with each other. */
import { join, resolve } from "node:path"
import { Schema } from "effect"

const PROGRAMS = resolve(import.meta.dir, "../programs")
const ROOT = resolve(import.meta.dir, "../..")

export interface Helper {
  /** Sends a message and waits for the next answer, read by `answer`. */
  readonly ask: <A, I>(message: unknown, answer: Schema.Schema<A, I>) => Promise<A>
  readonly pid: number
  readonly end: () => Promise<void>
}

/** Starts `bench/programs/{name}`; it answers each message with one. */
export const startHelper = (name: string): Helper => {
  let settle: ((message: unknown) => void) | undefined
  const child = Bun.spawn([process.execPath, join(PROGRAMS, name)], {
    cwd: ROOT,
    stdout: "inherit",
    stderr: "inherit",
    serialization: "json",
    ipc: (message) => settle?.(message)
  })
  const died = child.exited.then((code): never => {
    throw new Error(`${name} ended with ${code}`)
  })
  died.catch(() => {})
  return {
    ask: async (message, answer) => {
      const reply = new Promise((resolve) => {
        settle = resolve
      })
      child.send(message)
      return Schema.decodeUnknownSync(answer)(await Promise.race([reply, died]))
    },
    pid: child.pid,
    end: async () => {
      child.kill()
      await child.exited
    }
  }
}

/** The other side: answers every message that fits `question`. */
export const answering = <A, I>(question: Schema.Schema<A, I>, answer: (asked: A) => Promise<unknown>): void => {
  const decode = Schema.decodeUnknownSync(question)
  process.on("message", async (message) => {
    process.send?.(await answer(decode(message)))
  })
  process.on("disconnect", () => process.exit())
}
