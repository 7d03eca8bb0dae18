/**
 * Licences whose software may be part of a whole under GPL-3.0-or-later: the
 * Free Software Foundation's list of compatible ones, as far as they occur.
 * (Blue Oak 1.0.0 asks for less than MIT.) Not among them: `GPL-2.0-only`,
 * whatever is not named.
 */
const compatible = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "GPL-2.0-or-later",
  "GPL-3.0",
  "GPL-3.0-or-later",
  "ISC",
  "LGPL-2.0-or-later",
  "LGPL-2.1-only",
  "LGPL-2.1-or-later",
  "LGPL-3.0-or-later",
  "MIT",
  "MPL-2.0",
  "Zlib"
])

/**
 * What a package declares and what its sources say instead, each with the reason.
 * `@audio/decode-aac` is FAAD2 compiled as it is, which is GPL-2.0-or-later by
 * each of its files, with some JavaScript around it. It declares "GPL-2.0", "as
 * required by the included FAAD2 library": a statement of that library's licence
 * and not a narrower one. It does not say "or later" for that JavaScript in so
 * many words.
 */
const corrected: Readonly<Record<string, string>> = { "@audio/decode-aac": "GPL-2.0-or-later" }

/** The licence of a package that declares `declared`. */
export const licenceOf = (name: string, declared: string): string => corrected[name] ?? declared

/** Whether an SPDX expression, of names joined by AND or OR, leaves a way to be part of a whole under GPL-3.0-or-later. */
export const isCompatible = (licence: string): boolean =>
  licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => compatible.has(one.trim())))
