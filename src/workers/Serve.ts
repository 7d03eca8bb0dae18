/**
 * The worker's side of a `Thread`. One request at a time, answered in order. An
 * exception is left uncaught on purpose: it ends the worker, whose state nobody
 * can vouch for any more, and the pool puts a fresh one in its place.
 */
import * as Os from "node:os"

/** What a worker answers. */
export type Reply<Response, Part> =
  | { readonly tag: "ready" }
  | { readonly tag: "part"; readonly part: Part }
  | { readonly tag: "answer"; readonly response: Response }

/** A response, and the buffers that move with it instead of being copied. */
export interface Answer<Response> {
  readonly response: Response
  readonly transfer: ReadonlyArray<ArrayBufferLike>
  /** Done once the answer is sent: what the next request will be glad of. */
  readonly afterwards?: () => void
}

/** Tells what there is before the answer; the buffers move. */
export type Tell<Part> = (part: Part, transfer: ReadonlyArray<ArrayBufferLike>) => void

/** Answers a request; `undefined` for a message that wants no answer, or whose answer follows a later one. */
export type Handler<Request, Response, Part = never> = (
  request: Request,
  tell: Tell<Part>
) => Answer<Response> | undefined | Promise<Answer<Response> | undefined>

declare const self: {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage: (message: unknown, transfer?: ReadonlyArray<ArrayBufferLike>) => void
}

/** Steps below the process's own priority, so that the thread that answers requests is never kept waiting. */
const NICENESS = 5
const LEAST_PRIORITY = 19

/** On Linux a priority belongs to the thread, elsewhere to the process, which is not ours to slow. */
const yieldToRequests = (): void => {
  if (process.platform === "linux") Os.setPriority(0, Math.min(LEAST_PRIORITY, Os.getPriority(0) + NICENESS))
}

/**
 * Serves requests. The first message is the pool's `initial` value: `load` gets
 * it, and what it resolves to answers all further messages.
 */
export const serve = <Initial, Request, Response, Part = never>(
  load: (initial: Initial) => Promise<Handler<Request, Response, Part>>
): void => {
  yieldToRequests()
  const reply = (message: Reply<Response, Part>, transfer: ReadonlyArray<ArrayBufferLike>) =>
    self.postMessage(message, transfer)
  const tell: Tell<Part> = (part, transfer) => reply({ tag: "part", part }, transfer)
  const answerTo = async (handle: Handler<Request, Response, Part>, request: Request) => {
    const answer = await handle(request, tell)
    if (answer === undefined) return
    reply({ tag: "answer", response: answer.response }, answer.transfer)
    answer.afterwards?.()
  }
  self.onmessage = async (first) => {
    const handle = await load(first.data)
    let last = Promise.resolve()
    self.onmessage = ({ data }) => {
      last = last.then(() => answerTo(handle, data))
    }
    reply({ tag: "ready" }, [])
  }
}
