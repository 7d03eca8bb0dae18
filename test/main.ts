/**
 * `bun run test`: every quick test and a smoke of each suite, properties with a fixed seed. `bun run test:all [suites]`: what
 * takes longer (support/Suites.ts), properties with a new seed. `bun run test [words of bun test]`: those alone.
 *
 * A file that failed beside others is tried again alone; both outputs are printed, and what passed alone is named in the last
 * lines. A property is never tried again: its seed is kept (support/Property.ts). How long a test takes fails nothing.
 */
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { borrows, startLentServers } from "./support/Lent.ts"
import { LONG_NAMES } from "./support/Long.ts"
import { hasPostgres } from "./support/Postgres.ts"
import {
  describeFailures,
  type Failure,
  filesOf,
  NOTHING,
  type Report,
  readReport,
  type Timed
} from "./support/Report.ts"
import { buildProgram } from "./support/Server.ts"
import { drawnOrTimedFiles, filesOfSuites, mixedFiles, quickFiles, suitesOf } from "./support/Suites.ts"

/** Two processes of tests at a time, as a machine of two cores runs them. */
const ABREAST = 2
/** A test that says nothing else may take so long, on a machine that is busy with other things. */
const PATIENCE_MILLIS = 300_000
/** The seed of all properties in the quick run: any number, and always the same. Where it is given, no time is judged. */
const QUICK_SEED = "20261124"
/** More failed files than this are no matter of a busy machine: they are not tried again. */
const MOST_TRIED_AGAIN = 8
/** How many of the slowest tests are named. */
const SLOWEST_NAMED = 20

type Environment = Readonly<Record<string, string>>

interface Run extends Report {
  readonly code: number
}

/** What a run came to: the exit code, and its last lines. */
interface Verdict {
  readonly code: number
  readonly lines: ReadonlyArray<string>
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)

const run = async (words: ReadonlyArray<string>, environment: Environment, abreast: number): Promise<Run> => {
  const folder = await mkdtemp(join(tmpdir(), "qal-report-"))
  const path = join(folder, "report.xml")
  // One registry of modules for all files of a worker: to load them anew for each file took a fifth of the time.
  const options = [`--parallel=${abreast}`, "--no-isolate", "--no-orphans", "--timeout", String(PATIENCE_MILLIS)]
  const reporter = ["--reporter=junit", `--reporter-outfile=${path}`]
  const code = await Bun.spawn([process.execPath, "test", ...options, ...reporter, ...words], {
    stdio: ["inherit", "inherit", "inherit"],
    env: { ...process.env, ...environment }
  }).exited
  const xml = await readFile(path, "utf8").catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
  return { code, ...(xml === undefined ? NOTHING : readReport(xml)) }
}

const isProperty = ({ why }: Failure): boolean => why.includes("Property failed after")

const describeTimes = (tests: ReadonlyArray<Timed>): ReadonlyArray<string> =>
  tests.map(({ file, seconds, test }) => `  ${seconds.toFixed(1)} s  ${file} > ${test}`)

const slowest = ({ tests }: Report): ReadonlyArray<string> => [
  `The ${SLOWEST_NAMED} slowest tests:`,
  ...describeTimes(tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_NAMED))
]

/** What is run together, and how. */
interface Batch {
  /** Said before it; nothing for the first. */
  readonly title?: string
  readonly files: ReadonlyArray<string>
  readonly environment?: Environment
  /** More words of `bun test`. */
  readonly words?: ReadonlyArray<string>
}

/** The batch's files, and once more alone those that failed, unless a property did or too many. */
const judge = async ({ environment = {}, files, words = [] }: Batch): Promise<Verdict> => {
  const runFiles = (some: ReadonlyArray<string>, abreast: number) =>
    run([...words, ...some.map((file) => `./${file}`)], environment, abreast)
  const first = await runFiles(files, ABREAST)
  const times = slowest(first)
  const again = filesOf(first.failures)
  if (again.length === 0) return { code: first.code, lines: times }
  const failed = describeFailures(first.failures)
  if (first.failures.some(isProperty) || again.length > MOST_TRIED_AGAIN) {
    return { code: first.code, lines: [...times, "FAILED:", failed] }
  }
  say(`\nFAILED BESIDE OTHERS:\n${failed}\n\nOnce more, alone: ${again.join(", ")}`)
  const second = await runFiles(again, 1)
  if (second.code !== 0) {
    return { code: second.code, lines: [...times, "FAILED ALONE TOO:", describeFailures(second.failures)] }
  }
  const names = first.failures.map(({ file, test }) => `  ${file} > ${test}`)
  return { code: 0, lines: [...times, "Failed beside others, passed alone (both outputs are above):", ...names] }
}

type Program = Awaited<ReturnType<typeof buildProgram>>

/** Judges a batch with a server for each worker, which the files that ask for one share. */
const judgeWithServers = async (batch: Batch, program: Program): Promise<Verdict> => {
  if (batch.title !== undefined) say(`\n${batch.title}:`)
  const environment: Environment = { ...batch.environment, ...program.environment }
  const isOnSqlite = environment.QAL_TEST_STORE === undefined
  if (!isOnSqlite || !(await Promise.all(batch.files.map(borrows))).includes(true))
    return await judge({ ...batch, environment })
  const servers = await startLentServers(ABREAST, program.file)
  return await judge({ ...batch, environment: { ...environment, ...servers.environment } }).finally(servers.end)
}

/** Judges batches one after the other, with servers of one build; those without files are passed over. */
const judgeAll = async (batches: ReadonlyArray<Batch>): Promise<Verdict> => {
  const verdicts: Array<Verdict> = []
  const program = await buildProgram()
  for (const batch of batches.filter(({ files }) => files.length > 0)) {
    const { code, lines } = await judgeWithServers(batch, program)
    verdicts.push({ code, lines: batch.title === undefined ? lines : [`${batch.title}:`, ...lines] })
  }
  return { code: Math.max(0, ...verdicts.map(({ code }) => code)), lines: verdicts.flatMap(({ lines }) => lines) }
}

const quick = async (): Promise<Verdict> => {
  // What is freed is kept: to give it back to the system and to fault it in again took a quarter of the processor's time. A
  // worker grows to some 3 GB for it. The suites, which look at memory, run as users do.
  process.env.MIMALLOC_PURGE_DELAY ??= "-1"
  // Code that runs for seconds is not worth the compiler that makes the fastest: it took a tenth of the processor's time. The
  // suites have it.
  process.env.BUN_JSC_useFTLJIT ??= "0"
  return await judgeAll([
    { files: await quickFiles(), environment: { QAL_TEST_QUICK: "1", QAL_TEST_SEED: QUICK_SEED } }
  ])
}

/** What is paid for by the API's own clients, on PostgreSQL and an object store too. */
const isOnBothStores = (file: string): boolean => file.startsWith("test/conformance/addisai-")

/** What clients send and get, with models in process before the embedded engines too. */
const isWithModels = (file: string): boolean => /^test\/conformance\/(addisai-|openai)/.test(file)
const MODELS = "test/models"

/** A folder with the small models of the tests, as servers find them. */
const withModels = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = await mkdtemp(join(tmpdir(), "qal-models-"))
  const entries = await readdir(MODELS, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isDirectory()))
    await cp(join(MODELS, name), join(folder, name), { recursive: true })
  return await use(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

const all = async (words: ReadonlyArray<string>): Promise<Verdict> => {
  const suites = suitesOf(words)
  const files = await filesOfSuites(suites)
  return await withModels(async (models) =>
    judgeAll([
      { files },
      {
        title: "The long tests of quick files",
        files: suites.includes("long") ? await mixedFiles() : [],
        words: ["--test-name-pattern", LONG_NAMES]
      },
      {
        title: "The properties of quick files, drawn anew, and their limits of time",
        files: suites.includes("long") ? await drawnOrTimedFiles() : [],
        environment: { QAL_TEST_QUICK: "1" }
      },
      {
        title: "Once more on PostgreSQL and an object store",
        files: hasPostgres ? files.filter(isOnBothStores) : [],
        environment: { QAL_TEST_STORE: "postgres" }
      },
      {
        title: "Once more with models in process",
        files: files.filter(isWithModels),
        environment: { QAL_TEST_MODELS: models }
      }
    ])
  )
}

const choose = async ([word, ...words]: ReadonlyArray<string>): Promise<Verdict> => {
  if (word === "--all") return await all(words)
  if (word === undefined) return await quick()
  const { code } = await run([word, ...words], { QAL_TEST_SEED: QUICK_SEED }, ABREAST)
  return { code, lines: [] }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1))
const { code, lines } = await choose(process.argv.slice(2))
say(lines.join("\n"))
process.exit(code)
