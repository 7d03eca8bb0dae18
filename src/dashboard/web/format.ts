/** Numbers, money and times as people read them in the chosen language. */
import { useMemo } from "react"
import { type PageLanguage, useLanguage } from "./language.tsx"

/** Browsers that lack Afaan Oromo's own forms get the English of Ethiopia rather than those of the system. */
const locales: Readonly<Record<PageLanguage, ReadonlyArray<string>>> = {
  en: ["en"],
  am: ["am-ET", "en-ET"],
  om: ["om-ET", "en-ET"]
}

const formatOf = (language: PageLanguage) => {
  const own = [...locales[language]]
  // Dates in the calendar that the API's own times are in, so that the two can be compared.
  const time = new Intl.DateTimeFormat(own, { dateStyle: "medium", timeStyle: "short", calendar: "gregory" })
  const day = new Intl.DateTimeFormat(own, { day: "numeric", month: "short", calendar: "gregory", timeZone: "UTC" })
  const number = new Intl.NumberFormat(own, { maximumFractionDigits: 2 })
  const amount = new Intl.NumberFormat(own, { minimumFractionDigits: 2, maximumFractionDigits: 4 })
  const sized = (unit: string) => new Intl.NumberFormat(own, { style: "unit", unit, maximumFractionDigits: 1 })
  const [kilobytes, megabytes] = [sized("kilobyte"), sized("megabyte")]
  return {
    number: (value: number): string => number.format(value),
    /** Birr, with the four decimals that a charge may have. */
    money: (etb: number): string => `Br\u00a0${amount.format(etb)}`,
    time: (iso: string): string => time.format(new Date(iso)),
    /** A day in UTC, such as `2026-11-22`. */
    day: (iso: string): string => day.format(new Date(`${iso}T00:00:00Z`)),
    seconds: (seconds: number): string => `${number.format(seconds)} s`,
    milliseconds: (ms: number): string =>
      ms < 1_000 ? `${number.format(ms < 10 ? ms : Math.round(ms))} ms` : `${number.format(ms / 1_000)} s`,
    size: (size: number): string =>
      size < 1_000_000 ? kilobytes.format(size / 1_000) : megabytes.format(size / 1_000_000)
  }
}

export type Format = ReturnType<typeof formatOf>

export const useFormat = (): Format => {
  const { language } = useLanguage()
  return useMemo(() => formatOf(language), [language])
}
