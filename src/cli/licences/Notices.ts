/** The licences of everything in the program; imported when they are asked for, and embedded in the binary. */
import { collect } from "./Collect.ts" with { type: "macro" }
import type { Notice } from "./Inside.ts"

export const notices: ReadonlyArray<Notice> = collect()
