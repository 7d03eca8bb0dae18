/** Each wallet's lexicon: kept, changed, and at hand for whatever is spoken. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { TtlCache } from "../access/TtlCache.ts"
import type { Language, WalletId } from "../Domain.ts"
import { makeReader } from "../engines/Readings.ts"
import type { ReadPhrase } from "../engines/Synthesizer.ts"
import { WalletLexicons } from "../engines/WalletLexicons.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import { Freshness } from "../storage/Freshness.ts"
import { statement } from "../storage/Statement.ts"
import { inOrder, Writer } from "../storage/Writer.ts"
import { type IndexedLexicon, indexed, within } from "../text/reading/Lexicon.ts"
import { type Lexicon, read as readText } from "../text/reading/Reading.ts"
import type { Lexicon as LexiconView } from "./LexiconApi.ts"
import { type Entries, empty } from "./LexiconEntries.ts"

/** Wallets whose lexicons are at hand. Full ones of both languages take some 0.5 MB each. */
const AT_HAND = 128

const StoredWords = Schema.Array(Schema.Tuple(Schema.String, Schema.String))
const StoredEntries = Schema.parseJson(Schema.Struct({ am: StoredWords, om: StoredWords }))
/** Without entries where they are those that are known. */
const Row = Schema.Struct({ entries: Schema.NullOr(StoredEntries), updated_at: Schema.Int })
const decodeRows = Schema.decodeUnknown(Schema.Array(Row))
const encodeEntries = Schema.encodeSync(StoredEntries)

/** Sent again, the same words change nothing, and not the time either. Other words have another time. */
const REPLACE = `
  INSERT INTO lexicons (wallet_id, entries, updated_at) VALUES (?, ?, ?)
  ON CONFLICT (wallet_id) DO UPDATE SET entries = excluded.entries, updated_at =
    CASE WHEN excluded.updated_at > lexicons.updated_at THEN excluded.updated_at ELSE lexicons.updated_at + 1 END
  WHERE lexicons.entries <> excluded.entries`

interface StoredLexicon {
  readonly words: { readonly [language in Language]: IndexedLexicon }
  /** Milliseconds since 1970; null where it was never set. */
  readonly updatedAt: number | null
}

const keptOf = (entries: Entries, updatedAt: number | null): StoredLexicon => ({
  words: { am: indexed(entries.am), om: indexed(entries.om) },
  updatedAt
})

const never = keptOf(empty, null)

/** A lexicon in memory, and when it was read, in milliseconds of the monotonic clock. */
interface CachedLexicon {
  readonly kept: StoredLexicon
  readonly asOf: number
}

const viewOf = ({ updatedAt, words }: StoredLexicon): LexiconView => ({
  am: Object.fromEntries(words.am.lexicon),
  om: Object.fromEntries(words.om.lexicon),
  updated_at: updatedAt === null ? null : DateTime.formatIso(DateTime.unsafeMake(updatedAt))
})

/** A text read with a lexicon. */
export interface LexiconReading {
  readonly phrases: ReadonlyArray<ReadPhrase>
  /** What is said for entries that change how it is read, and where: for the fingerprint of a request. */
  readonly fingerprint: { readonly lexicon?: ReadonlyArray<readonly [start: number, words: string]> }
}

/** Entries that a text only seems to need, and those that are read as the text is anyway, change nothing. */
const readingOf = (phrases: ReadonlyArray<ReadPhrase>): LexiconReading => {
  const lexiconPhrases = phrases.filter(({ reading }) => reading.spans.some(({ kind }) => kind === "lexicon"))
  if (lexiconPhrases.every(({ reading, text }) => readText(reading.language, text).words === reading.words)) {
    return { phrases, fingerprint: {} }
  }
  const said = lexiconPhrases.flatMap(({ offset, reading }) =>
    reading.spans.flatMap(({ kind, start, words }) => (kind === "lexicon" ? [[offset + start, words] as const] : []))
  )
  return { phrases, fingerprint: { lexicon: said } }
}

export class Lexicons extends Effect.Service<Lexicons>()("voice/Lexicons", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { durable } = yield* Writer
    const freshness = yield* Freshness
    const clock = yield* Effect.clock
    // What this process changes it forgets here; what another does is seen once the freshness is over.
    const atHand = new TtlCache<CachedLexicon>({ capacity: AT_HAND, lifetimeMillis: Number.POSITIVE_INFINITY })
    const readPhrases = makeReader()
    let changes = 0

    const read = (walletId: WalletId, known: StoredLexicon = never): Effect.Effect<StoredLexicon> =>
      Effect.gen(function* () {
        const before = changes
        const asOf = Monotonic.unsafeMillis(clock)
        const rows = sql`
          SELECT CASE WHEN updated_at = ${known.updatedAt ?? -1} THEN NULL ELSE entries END AS entries, updated_at
          FROM lexicons WHERE wallet_id = ${walletId}`
        const [row] = yield* Effect.orDie(Effect.flatMap(rows, decodeRows))
        const changed = row === undefined || row.entries === null ? undefined : keptOf(row.entries, row.updated_at)
        const kept = row === undefined ? never : (changed ?? known)
        // What was read while a lexicon was changed may be from before.
        if (before === changes) atHand.set(walletId, { kept, asOf }, 0)
        return kept
      })

    const kept = (walletId: WalletId): Effect.Effect<StoredLexicon> =>
      Effect.suspend(() => {
        const known = atHand.get(walletId, 0)
        const isFresh = known !== undefined && Monotonic.unsafeMillis(clock) - known.asOf < freshness
        return isFresh ? Effect.succeed(known.kept) : read(walletId, known?.kept)
      })

    const forget = (walletId: WalletId) =>
      Effect.sync(() => {
        changes++
        atHand.delete(walletId)
      })

    /** The entries of the wallet's lexicon whose words stand somewhere in the text. */
    const entriesWithin = (walletId: WalletId, language: Language, text: string): Effect.Effect<Lexicon> =>
      Effect.map(kept(walletId), ({ words }) => within(words[language], text))

    /** The text read as the wallet wants it. */
    const readFor = (walletId: WalletId, language: Language, text: string): Effect.Effect<LexiconReading> =>
      Effect.flatMap(entriesWithin(walletId, language, text), (lexicon) =>
        Effect.map(readPhrases(language, text, lexicon), readingOf)
      )

    /** The wallet's lexicon as clients see it. */
    const get = Effect.fn("Lexicons.get")(function* (walletId: WalletId) {
      return viewOf(yield* kept(walletId))
    })

    /** Gives the wallet these words in the place of all that it had; its lexicon as clients see it. */
    const replace = Effect.fn("Lexicons.replace")(function* (walletId: WalletId, entries: Entries) {
      const now = yield* Clock.currentTimeMillis
      const change = statement(REPLACE, walletId, encodeEntries(entries), now)
      // Whoever hangs up: what is written is forgotten here.
      yield* Effect.uninterruptible(Effect.zipRight(durable(inOrder(change)), forget(walletId))).pipe(
        Effect.catchTag("SqlError", Effect.die)
      )
      return viewOf(yield* kept(walletId))
    })

    return { within: entriesWithin, readFor, get, replace }
  })
}) {}

/** The lexicons, for capabilities that speak but do not keep them. */
export const walletLexicons: Layer.Layer<WalletLexicons, never, Lexicons> = Layer.effect(
  WalletLexicons,
  Effect.map(Lexicons, ({ within }) => ({ within }))
)
