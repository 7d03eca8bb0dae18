export interface TurnOptions {
  readonly silenceMillis: number
  readonly prefixMillis: number
  readonly threshold: number
  readonly interruptionDecibels: number
}
export const defaults: TurnOptions = { silenceMillis: 500, prefixMillis: 300, threshold: 0.5, interruptionDecibels: 12 }
