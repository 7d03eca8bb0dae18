/** A new SQLite database, which goes with the scope. */
import { join } from "node:path"
import { Effect, Layer } from "effect"
import * as Sql from "../../src/storage/Sql.ts"
import { temporary } from "./Folder.ts"

export const database = Layer.unwrapScoped(Effect.map(temporary, (folder) => Sql.layer(join(folder, "qal.sqlite"))))
