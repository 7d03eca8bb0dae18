/** A session as it is when a caller has come in. */
import { Option } from "effect"
import * as Money from "../../src/billing/Money.ts"
import type { Config, Session } from "../../src/conversation/State.ts"
import { defaults } from "../../src/conversation/TurnDetector.ts"

export const config: Config = {
  listensOnly: false,
  language: "am",
  voice: { id: "am-hamen", language: "am", variant: "f2", pitch: 52, rate: 165 },
  speed: 1,
  system: Option.none(),
  persona: Option.none(),
  turns: Option.some({ ...defaults, respond: true, interrupt: true }),
  tools: [],
  toolChoice: "auto",
  temperature: 0.7,
  maxOutputTokens: Option.none(),
  spoken: true,
  output: { _tag: "Pcm16", rate: 24_000 }
}

export const session: Session = {
  id: "conv_1",
  voices: [config.voice],
  balance: Money.fromMicros(500_000_000),
  lowBalance: Money.fromMicros(13_000_000)
}
