/**
 * How each wallet has words read, as a service tag, for capabilities that speak but do
 * not keep it (`voice/Lexicons`, which implements it). Engines are given the words.
 */
import { Context, type Effect } from "effect"
import type { Language, WalletId } from "../Domain.ts"
import type { Lexicon } from "../text/reading/Reading.ts"

export interface WalletLexiconsShape {
  /** What of the wallet's lexicon a text in this language may need. Microseconds, once the wallet's was asked for. */
  readonly within: (walletId: WalletId, language: Language, text: string) => Effect.Effect<Lexicon>
}

export class WalletLexicons extends Context.Tag("engines/WalletLexicons")<WalletLexicons, WalletLexiconsShape>() {}
