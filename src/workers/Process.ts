/**
 * A worker as a child process of the same program, behind the same interface as
 * a thread: for what reads hostile input, which may spin where no thread can be
 * stopped, or take all memory. The operating system bounds its memory and the
 * processor time of each request; SIGKILL ends it when it overruns its time,
 * when its asker is gone, and with its parent.
 */
import { readFile } from "node:fs/promises"
import { Duration, Effect } from "effect"
import * as Fragments from "./Fragments.ts"
import * as Pipe from "./Pipe.ts"
import type { ProcessLimits } from "./ProcessLimits.ts"
import { type Spawn, type Thread, WorkerChannel, type WorkerExit, type WorkerRequest } from "./Thread.ts"
import { commandOf } from "./WorkerFile.ts"
import type { Initialization } from "./WorkerServer.ts"

/** How often a process that works is looked at. */
const WATCH = Duration.millis(100)
/**
 * Bytes of resident memory past what it may take after its start: the program
 * itself, and what is shared. A second bound where the system holds processes
 * to the first one (Linux); the only one elsewhere (macOS).
 */
const MARGIN = 256 * 1024 * 1024

/**
 * All that a child sees of the environment: no key, no path. Reserves of address
 * space that would count as memory, gigabytes by default, are small, so that
 * the limit is a tight one; and crashes are reported to nobody.
 */
const environment = {
  BUN_JSC_jitMemoryReservationSize: String(64 * 1024 * 1024),
  BUN_JSC_structureHeapSizeInKB: String(64 * 1024),
  MIMALLOC_ARENA_RESERVE: "64M",
  BUN_ENABLE_CRASH_REPORTING: "0",
  DO_NOT_TRACK: "1"
}

const PAGE = 4096

/** Bytes of memory that the process has; 0 where the system does not say. */
const residentSize = (pid: number): Effect.Effect<number> =>
  Effect.promise(async () => {
    if (process.platform === "linux") {
      const statistics = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "")
      return Number(statistics.split(" ")[1] ?? 0) * PAGE
    }
    const ps = Bun.spawn(["ps", "-o", "rss=", "-p", String(pid)], { stdout: "pipe", stderr: "ignore" })
    return Number(await new Response(ps.stdout).text()) * 1024
  })

/** Starts the process. Its end, whatever brings it about, is awaited when the scope closes: none is left behind. */
const launch = <Message>(file: URL, receive: (message: Message) => void) =>
  Effect.acquireRelease(
    Effect.try({
      try: () =>
        Bun.spawn([...commandOf(file)], {
          cwd: "/",
          env: environment,
          stdio: ["pipe", "ignore", "ignore"],
          serialization: "advanced",
          ipc: receive
        }),
      catch: (cause): WorkerExit => ({ reason: String(cause) })
    }),
    (child) => {
      child.kill("SIGKILL")
      return Effect.promise(() => child.exited)
    }
  )

type Running = Effect.Effect.Success<ReturnType<typeof launch>>

const endOf = ({ exitCode, signalCode }: Running): WorkerExit => {
  if (signalCode === "SIGXCPU") return { reason: "it used up its processor time", kind: "overrun" }
  return { reason: signalCode === null ? `it exited with ${exitCode}` : `it was ended by ${signalCode}` }
}

/** Fails when the process has taken more memory than it may. */
const watchMemory = ({ pid }: Running, { memory }: ProcessLimits): Effect.Effect<never, WorkerExit> =>
  Effect.sleep(WATCH).pipe(
    Effect.zipRight(residentSize(pid)),
    Effect.flatMap((size) =>
      size > memory + MARGIN ? Effect.fail<WorkerExit>({ reason: "it took too much memory" }) : Effect.void
    ),
    Effect.forever
  )

/** Workers that are child processes held to `limits`. */
export const spawn =
  (limits: ProcessLimits): Spawn =>
  <Request, Response, Piece = never>(file: URL, initial: unknown) =>
    Effect.gen(function* () {
      const { ask, attempt, end, onExit, ready, receive } = new WorkerChannel<Request, Response, Piece>()
      const child = yield* launch(file, Fragments.collect(receive))
      child.exited.then(() => end(endOf(child)))
      const initialization: Initialization = { initial, limits }
      attempt(() => child.send(initialization))
      yield* ready
      let written = Promise.resolve()
      const post = (request: Request) => {
        const { bytes, envelope } = Pipe.divide(request)
        child.send(envelope)
        if (bytes.length > 0) written = written.then(() => Pipe.write(child.stdin, bytes))
      }
      const send = (message: Request) => attempt(() => post(message))
      const submit = (workerRequest: WorkerRequest<Request, Piece>) => () => {
        post(workerRequest.request)
        workerRequest.sent(send)
      }
      return {
        ask: (workerRequest) => Effect.raceFirst(ask(workerRequest, submit(workerRequest)), watchMemory(child, limits)),
        send,
        onExit,
        abandon: () => child.kill("SIGKILL")
      } satisfies Thread<Request, Response, Piece>
    })
