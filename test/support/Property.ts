/**
 * Properties whose counterexamples are kept. What fails once fails the run, and its seed goes into `test/seeds.tsv`, with which
 * every later run of its file begins: commit that line with what mends it.
 */
import { appendFileSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { FastCheck } from "effect"

const ROOT = join(import.meta.dir, "..", "..")
const KEPT = join(ROOT, "test", "seeds.tsv")

/** A file of tests, from the root, and the seed of a counterexample that was found in it. */
type Kept = readonly [file: string, seed: number]

const readKept = (path: string): ReadonlyArray<Kept> =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [file = "", seed] = line.split("\t")
      return [file, Number(seed)]
    })

/** The file of tests that runs, from the root. */
const runningFile = (): string => relative(ROOT, Bun.main)

/** Writes the seed of a counterexample down, and throws with what fast-check says of it. */
const judge = <Case>(file: string, details: FastCheck.RunDetails<Case>, kept: ReadonlyArray<Kept>): void => {
  if (!details.failed) return
  const isKept = kept.some(([known, seed]) => known === file && seed === details.seed)
  if (!isKept) appendFileSync(KEPT, `${file}\t${details.seed}\n`)
  throw new Error(
    `${FastCheck.defaultReportMessage(details)}\nThe seed ${details.seed} is kept in test/seeds.tsv: ${file} begins with it.`,
    { cause: "errorInstance" in details ? details.errorInstance : undefined }
  )
}

/** The parameters of each run: with the kept seeds of a file, unless they name one, and then as they are. */
const runsOf = <Case>(file: string, kept: ReadonlyArray<Kept>, parameters: FastCheck.Parameters<Case>) => {
  const seeds = parameters.seed === undefined ? kept.flatMap(([known, seed]) => (known === file ? [seed] : [])) : []
  return [...seeds.map((seed) => ({ ...parameters, seed })), parameters]
}

/** What a predicate says of a case: false, and what it throws, make that a counterexample. */
type Verdict = ReturnType<Parameters<typeof FastCheck.property<[unknown]>>[1]>

/**
 * Holds a property for the kept seeds of the running file, then for chance, as `FastCheck.assert` does. A seed that the
 * parameters name is the only one. Throws the counterexample and its seed.
 */
export const forAll = <Case extends [unknown, ...Array<unknown>]>(
  parameters: FastCheck.Parameters<Case>,
  ...claim: [
    ...arbitraries: { [Place in keyof Case]: FastCheck.Arbitrary<Case[Place]> },
    predicate: (...values: Case) => Verdict
  ]
): void => {
  const [file, kept, property] = [runningFile(), readKept(KEPT), FastCheck.property<Case>(...claim)]
  for (const run of runsOf(file, kept, parameters)) judge(file, FastCheck.check(property, run), kept)
}

/** The same of a predicate that is waited for; rejects with the counterexample and its seed. */
export const forAllAsync = async <Case extends [unknown, ...Array<unknown>]>(
  parameters: FastCheck.Parameters<Case>,
  ...claim: [
    ...arbitraries: { [Place in keyof Case]: FastCheck.Arbitrary<Case[Place]> },
    predicate: (...values: Case) => Promise<Verdict>
  ]
): Promise<void> => {
  const [file, kept, property] = [runningFile(), readKept(KEPT), FastCheck.asyncProperty<Case>(...claim)]
  for (const run of runsOf(file, kept, parameters)) judge(file, await FastCheck.check(property, run), kept)
}
