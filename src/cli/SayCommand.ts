/** `qal say …`: its options. What it does is loaded when it runs. */
import { Args, Command, Options } from "@effect/cli"
import { Effect } from "effect"
import { Language } from "../Domain.ts"
import { processCommand } from "../runtime/ProcessCommand.ts"

const language = Options.choice("language", Language.literals).pipe(Options.withDescription("the language of the text"))
const voice = Options.optional(Options.text("voice")).pipe(
  Options.withDescription(`a voice's id (\`${processCommand} voices list\`); the language's first without it`)
)
const speed = Options.float("speed").pipe(
  Options.withDescription("the pace, 0.25 to 4 times the voice's own"),
  Options.withDefault(1)
)
const out = Options.optional(Options.text("out")).pipe(
  Options.withDescription("write the sound to this file; its ending says how: .mp3, .wav, .opus, .flac, .aac")
)
const explain = Options.boolean("explain").pipe(
  Options.withDescription("print how the text is read: one line of JSON with spans, words and phonemes")
)
const stdin = Options.boolean("stdin").pipe(
  Options.withDescription("read a text a line from standard input, and explain each in a line")
)
const text = Args.optional(Args.text({ name: "text" }))

export const say = Command.make("say", { language, voice, speed, out, explain, stdin, text }, (asked) =>
  Effect.flatMap(
    Effect.promise(() => import("./SayRun.ts")),
    ({ run }) => run(asked)
  )
).pipe(Command.withDescription("Say a text with the embedded voices, or explain how it is read; needs no server"))

/** Options that a value follows. */
const valued = new Set(["--language", "--voice", "--speed", "--out"])

/** What stands alone and is no option: also a text that begins with a minus, such as "-5 ዲግሪ". */
const isText = (word: string): boolean => !/^--?[a-z]/i.test(word) || /\s/.test(word)

/**
 * A command line in which the text of `say` comes behind its options, marked as no
 * option itself: so it may stand anywhere, and begin with a minus.
 */
export const withTextLast = (line: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [runtime = "", program = "", command, ...words] = line
  if (command !== "say" || words.includes("--")) return line
  const options: Array<string> = []
  const texts: Array<string> = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    const isValue = valued.has(words[at - 1] ?? "")
    if (!isValue && isText(word)) texts.push(word)
    else options.push(word)
  }
  return [runtime, program, command, ...options, ...(texts.length === 0 ? [] : ["--", ...texts])]
}
