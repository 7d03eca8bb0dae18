/** What was typed, held to the same rules as what a request says: it is kept, and shown in tables and pages. */
import { Effect, ParseResult, Schema } from "effect"
import { ApiKeyId, WalletId } from "../Domain.ts"
import { Name } from "../dashboard/keys/KeysApi.ts"
import { NewCredit } from "../dashboard/wallets/WalletsApi.ts"
import { CommandFailed } from "./CommandFailed.ts"

/** Reads a text that messages call `what`. Fails with a line that says what is wrong with it. */
const reading =
  <A>(what: string, schema: Schema.Schema<A, string>) =>
  (text: string): Effect.Effect<A, CommandFailed> =>
    Effect.mapError(Schema.decode(schema)(text), (error) => {
      const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
      return new CommandFailed({ message: `${what} ${issue?.message ?? "is not valid"}` })
    })

const notEmpty = { message: () => "must not be empty" }

export const readName = reading("the name", Name)
export const readNote = reading("the note", NewCredit.fields.note)
export const readWalletId = reading("the wallet's id", WalletId.annotations(notEmpty))
export const readKeyId = reading("the key's id", ApiKeyId.annotations(notEmpty))
