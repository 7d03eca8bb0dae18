/**
 * The worker's side of a `Thread`, in a thread or in a child process. One
 * request at a time, answered in order. An exception is left uncaught on
 * purpose: it ends the worker, whose state may be wrong from then on, and
 * the pool puts a fresh one in its place.
 */
import * as Fragments from "./Fragments.ts"
import { type Envelope, join } from "./Pipe.ts"
import { lowerProcess, lowerThread } from "./Priority.ts"
import { confine, type ProcessLimits } from "./ProcessLimits.ts"

/** What a worker answers. */
export type Reply<Response, Piece> =
  /** `isConfined`: whether the operating system holds a child process to its limits; a thread has none. */
  | { readonly tag: "ready"; readonly isConfined: boolean }
  | { readonly tag: "piece"; readonly piece: Piece }
  | { readonly tag: "answer"; readonly response: Response }
  /** Of a child process that is about to end; a thread's exceptions are seen by its owner. */
  | { readonly tag: "failed"; readonly reason: string }

/** The first message to a child process. */
export interface Initialization {
  readonly initial: unknown
  readonly limits: ProcessLimits
}

/** A response, and the buffers that move with it instead of being copied. */
interface WorkerResponse<Response> {
  readonly response: Response
  readonly transfer: ReadonlyArray<ArrayBufferLike>
  /** Called once the answer is sent: prepares for the next request. */
  readonly afterwards?: () => void
}

/** Sends a piece of what there is before the answer; the buffers move. */
type SendPiece<Piece> = (piece: Piece, transfer: ReadonlyArray<ArrayBufferLike>) => void

/** Answers a request; `undefined` for a message that wants no answer, or whose answer follows a later one. */
type Handler<Request, Response, Piece = never> = (
  request: Request,
  sendPiece: SendPiece<Piece>
) => WorkerResponse<Response> | undefined | Promise<WorkerResponse<Response> | undefined>

type Load<Initial, Request, Response, Piece> = (initial: Initial) => Promise<Handler<Request, Response, Piece>>

type Send<Response, Piece> = (message: Reply<Response, Piece>, transfer: ReadonlyArray<ArrayBufferLike>) => void

declare const self: {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage: (message: unknown, transfer?: ReadonlyArray<ArrayBufferLike>) => void
}

/** Answers one request after the other. */
const inTurn = <Request, Response, Piece>(handle: Handler<Request, Response, Piece>, send: Send<Response, Piece>) => {
  const sendPiece: SendPiece<Piece> = (piece, transfer) => send({ tag: "piece", piece }, transfer)
  const answerTo = async (request: Request) => {
    const answer = await handle(request, sendPiece)
    if (answer === undefined) return
    send({ tag: "answer", response: answer.response }, answer.transfer)
    answer.afterwards?.()
  }
  let last = Promise.resolve()
  return (request: Request) => {
    last = last.then(() => answerTo(request))
  }
}

const serveThread = <Initial, Request, Response, Piece>(load: Load<Initial, Request, Response, Piece>): void => {
  lowerThread()
  const send: Send<Response, Piece> = (message, transfer) => self.postMessage(message, transfer)
  self.onmessage = async (first) => {
    const receive = inTurn(await load(first.data), send)
    self.onmessage = ({ data }) => receive(data)
    send({ tag: "ready", isConfined: false }, [])
  }
}

/** Ends with its parent: at once when the channel closes, and by the operating system where it is too busy to see that. */
const serveProcess = <Initial, Request, Response, Piece>(load: Load<Initial, Request, Response, Piece>): void => {
  const send: Send<Response, Piece> = (message) => Fragments.send(message, (part) => process.send?.(part))
  const fail = (cause: unknown) => {
    send({ tag: "failed", reason: String(cause) }, [])
    process.disconnect?.()
    process.exitCode = 1
  }
  process.on("uncaughtException", fail)
  process.on("unhandledRejection", fail)
  process.on("disconnect", () => process.exit())
  lowerProcess()
  process.once(
    "message",
    async ({ initial, limits }: { readonly initial: Initial; readonly limits: ProcessLimits }) => {
      const { allowRequest, holds } = confine(limits)
      const receive = inTurn<Request, Response, Piece>(await load(initial), send)
      process.on("message", (envelope: Envelope<Request>) => {
        allowRequest()
        receive(join(envelope))
      })
      send({ tag: "ready", isConfined: holds }, [])
    }
  )
}

/**
 * Serves requests. The first message is the pool's `initial` value: `load` gets
 * it, and what it resolves to answers all further messages.
 */
export const serve = <Initial, Request, Response, Piece = never>(
  load: Load<Initial, Request, Response, Piece>
): void => (Bun.isMainThread ? serveProcess(load) : serveThread(load))
