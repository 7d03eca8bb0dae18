/** How much each voice was used of late. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Effect, Schema } from "effect"
import * as Money from "../../billing/Money.ts"
import { rowsOf } from "../../storage/DecodedRows.ts"
import { dayOf, isoDay } from "../IsoTimes.ts"
import { type DashboardVoice, USAGE_DAYS } from "./DashboardVoicesApi.ts"

type Usage = DashboardVoice["usage"]

/** Days since 1970. */
const Row = Schema.Struct({
  day: Schema.Int,
  voice_id: Schema.String,
  clips: Schema.Int,
  millis: Schema.Int,
  charged: Money.Money
})
const readRows = rowsOf(Row)

const none: Usage = { clips: 0, seconds: 0, charged: 0, last_used_on: null }

interface Sum {
  readonly clips: number
  readonly millis: number
  readonly charged: Money.Money
  readonly day: number
}

export class VoiceUsage extends Effect.Service<VoiceUsage>()("dashboard/voices/VoiceUsage", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /** The use of all voices in the last days with today (UTC), as a function of the voice's id. */
    const recent = Effect.fn("VoiceUsage.recent")(function* () {
      const today = dayOf(yield* Clock.currentTimeMillis)
      const rows = yield* sql`
        SELECT day, voice_id, clips, millis, charged FROM voice_days WHERE day > ${today - USAGE_DAYS} ORDER BY day`.pipe(
        readRows
      )
      const sums = new Map<string, Sum>()
      for (const { charged, clips, day, millis, voice_id } of rows) {
        const sum = sums.get(voice_id)
        sums.set(voice_id, {
          clips: clips + (sum?.clips ?? 0),
          millis: millis + (sum?.millis ?? 0),
          charged: Money.add(charged, sum?.charged ?? Money.zero),
          day
        })
      }
      return (voiceId: string): Usage => {
        const sum = sums.get(voiceId)
        if (sum === undefined) return none
        return {
          clips: sum.clips,
          seconds: sum.millis / 1_000,
          charged: Money.toEtb(sum.charged),
          last_used_on: isoDay(sum.day)
        }
      }
    })

    return { recent }
  })
}) {}
