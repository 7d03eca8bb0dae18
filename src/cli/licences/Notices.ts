/** The licences of everything in the program; imported on demand, and embedded in the binary. */
import { collect } from "./Collect.ts" with { type: "macro" }
import type { Notice } from "./Inside.ts"

export const notices: ReadonlyArray<Notice> = collect()
