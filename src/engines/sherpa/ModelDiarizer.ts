/** What tells speakers apart by one model of the models folder: a whole sound at once, as voices are compared in all of it. */
import { Effect, Schedule } from "effect"
import type { DiarizerShape } from "../Diarizer.ts"
import type { ModelPlace } from "./ModelMemory.ts"
import type { DiarizingProcess } from "./ModelProcess.ts"

/** Asked again where a process died over it, twice in all. `place` has its processes. */
export const makeDiarizer =
  ({ use }: ModelPlace<DiarizingProcess>): DiarizerShape["diarize"] =>
  ({ buffer, byteLength, byteOffset }, speakers) =>
    Effect.gen(function* () {
      const { run, turn } = yield* use
      const place = { turn: yield* turn, step: 0 }
      const request = { sound: new Uint8Array(buffer, byteOffset, byteLength), speakers }
      const { turns } = yield* Effect.retry(run(request, { place }), {
        schedule: Schedule.recurs(1),
        while: ({ _tag }) => _tag === "PROVIDER_ERROR"
      })
      return turns
    }).pipe(Effect.scoped)
