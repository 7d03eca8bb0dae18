/** A program with a child process, to be killed: it prints the child's id, then has it do what its argument says. */
import { Console, Effect } from "effect"
import * as Process from "../../src/workers/Process.ts"

const asked = (request: string) => ({ request, transfer: [], onPiece: () => {}, sent: () => {} })

const program = Effect.gen(function* () {
  const spawn = Process.spawn({ memory: 256 * 1024 * 1024, cpuSeconds: 60 })
  const file = new URL("./Extreme.worker.ts", import.meta.url)
  const thread = yield* spawn<string, { readonly pid: number }>(file, "")
  const { pid } = yield* thread.ask(asked("hello"))
  yield* Console.log(pid)
  yield* thread.ask(asked(process.argv[2] ?? "hello"))
  yield* Effect.never
})

await Effect.runPromise(Effect.scoped(program))
