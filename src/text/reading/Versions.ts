/** Versions of programs, addresses of machines and numbers of sections: numbers with the dots between them said. */
import type { Language } from "../../Domain.ts"
import { affixed, end, type Of, start } from "./Affixed.ts"
import { spaced } from "./numerals/Numerals.ts"
import { cues, type Rule } from "./Rule.ts"
import { named, signName } from "./Spelled.ts"

/** 12.11.2016, 2024.7.19 and 05.12.16 are dates. */
const isDate = (written: string): boolean =>
  /^\d{1,2}\.\d{1,2}\.\d{4}$|^\d{4}\.\d{1,2}\.\d{1,2}$|^[0-3]\d\.[01]\d\.\d\d$/.test(written)

const dotted = (language: Language, written: string): string =>
  written
    .split(".")
    .map((part) => named(language, part))
    .join(` ${signName(language, ".")} `)

const versionWord: Of<string> = { am: "ቨርዥን", om: "vershinii" }

/** 2.0.1, 192.168.1.1, v17.2.1. */
const parts = affixed({
  kind: "version",
  needs: ["digit"],
  cue: "\\d\\.\\d{1,5}\\.",
  pattern: `${start}(?<v>[vV]\\.?)?(?<number>\\d{1,5}(?:\\.\\d{1,5}){2,5})(?![\\p{N}]|\\.\\p{N}|[.\\-]\\d|\\/\\d{3})`,
  read: ({ groups: { number = "", v }, language }) => {
    if (v !== undefined) return spaced(versionWord[language], dotted(language, number))
    // 3.000.000: an amount in groups.
    return isDate(number) || /^\d{1,3}(?:\.\d{3})*\.000$/.test(number) ? undefined : dotted(language, number)
  }
})

/** v3, v2.5. */
const marked = affixed({
  kind: "version",
  needs: ["code"],
  pattern: `${start}(?!V(?:4|6|8|10|12)(?![\\d.]))[vV](?:\\.(?=\\d+\\.))?(?<number>\\d{1,4}(?:\\.\\d{1,4})?)${end}(?!\\.\\d)`,
  read: ({ groups: { number = "" }, language }) => spaced(versionWord[language], dotted(language, number))
})

const software =
  "iOS|iPadOS|Android|macOS|Windows|Linux|Ubuntu|Python|Java|Node|PHP|Chrome|Firefox|HTTP|TLS|USB|Bluetooth|Wi-Fi|WiFi|HTML|CSS|GPT|[vV]ersion|አንድሮይድ|ዊንዶውስ"

/** 3.12 is three point twelve where it is a version. */
const told = affixed({
  kind: "version",
  needs: ["digit"],
  cue: cues.point,
  after: { am: `(?:${software}|ስሪት|ቨርዥን|እትም)[ \\-]?`, om: `(?:${software}|[vV]ershinii|[fF]ooyya'iinsa)[ \\-]?` },
  pattern: `(?<![\\p{N}.])(?<number>\\d{1,4}\\.\\d{1,4})(?!\\p{N}|[.,]\\p{N})${end}`,
  read: ({ groups: { number = "" }, language }) => dotted(language, number)
})

export const versions: ReadonlyArray<Rule> = [...parts, ...marked, ...told]
