/** `qal move`: a stopped server's data from its folder to PostgreSQL, or back. */
import { Command, HelpDoc, Options } from "@effect/cli"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import { Console, Effect, Either, Layer, Option } from "effect"
import { Settings } from "../Config.ts"
import { databaseUrl } from "../settings/DatabaseUrl.ts"
import { DataFolder, type Paths } from "../storage/DataFolder.ts"
import * as FolderBlobs from "../storage/FolderBlobs.ts"
import { move as moving } from "../storage/move/Move.ts"
import * as Places from "../storage/move/Places.ts"
import * as Ownership from "../storage/Ownership.ts"
import type { Address } from "../storage/postgres/Connections.ts"
import { CommandFailed } from "./CommandFailed.ts"

const failed = (message: string) => new CommandFailed({ message })

const isAddress = (place: string): boolean => /^postgres(ql)?:/i.test(place)

/** The database without whoever may use it, as it is called in what is told. */
const nameOf = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}

interface Remote {
  readonly name: string
  readonly address: Address
}

const remoteOf = (option: string, place: string): Either.Either<Remote, CommandFailed> =>
  Either.mapBoth(databaseUrl.read(place), {
    onLeft: (problem) => failed(`${option}: the address ${problem}; accepted: ${databaseUrl.accepts}`),
    onRight: (address) => ({ name: nameOf(place), address })
  })

/** What is moved where: one of both is a folder. */
interface Plan {
  readonly remote: Remote
  readonly folder: string
  readonly isBack: boolean
}

const planOf = (from: string, to: string): Either.Either<Plan, CommandFailed> => {
  if (isAddress(from) === isAddress(to)) {
    const why = isAddress(from) ? "copy one PostgreSQL to another by pg_dump" : "copy a folder by cp -a"
    return Either.left(
      failed(`move: one of --from and --to is a postgres:// address, the other a data folder (${why})`)
    )
  }
  return isAddress(to)
    ? Either.map(remoteOf("--to", to), (remote) => ({ remote, folder: from, isBack: false }))
    : Either.map(remoteOf("--from", from), (remote) => ({ remote, folder: to, isBack: true }))
}

const assertDatabase = (folder: string) =>
  Effect.gen(function* () {
    const [fs, path] = yield* Effect.all([FileSystem.FileSystem, Path.Path])
    const isThere = yield* Effect.orElseSucceed(fs.exists(path.join(folder, "qal.sqlite")), () => false)
    if (!isThere) return yield* failed(`move: there is no database in the folder ${folder}`)
  })

/** The files of the folder, once they are known to belong to the database. */
const filesOf = (paths: Paths) =>
  Layer.provideMerge(FolderBlobs.layer(paths.blobs), Layer.effectDiscard(Ownership.claim(paths)))

const after = ({ folder, isBack, remote }: Plan): string =>
  isBack
    ? `done: ${folder} holds all that ${remote.name} held. Start the server without QAL_DATABASE_URL; start no node on ${remote.name} any more.`
    : `done: ${remote.name} holds all that ${folder} held. Set QAL_DATABASE_URL for every node, and QAL_SIGNING_SECRET to what ${folder}/signing-secret holds where it was not set before, so that signed addresses stay good; start no server on ${folder} without them any more.`

const execute = (plan: Plan) =>
  Effect.gen(function* () {
    const paths = yield* DataFolder
    const { address, name } = plan.remote
    const files = { from: filesOf(paths) }
    yield* plan.isBack
      ? moving(Places.postgres(name, address), Places.folderGoal(paths), files, Console.log)
      : moving(Places.folder(paths), Places.postgresGoal(name, address), files, Console.log)
    yield* Console.log(after(plan))
  }).pipe(Effect.provide(DataFolder.ownedLayer(plan.folder)))

const place = (name: string, what: string) =>
  Options.text(name).pipe(
    Options.withDescription(`${what}: a data folder (without it QAL_DATA_DIR), or postgres://…`),
    Options.optional
  )

export const move = Command.make(
  "move",
  { from: place("from", "what is copied"), to: place("to", "where to, empty or broken off before") },
  ({ from, to }) =>
    Effect.gen(function* () {
      const { dataDir } = yield* Settings
      const or = Option.getOrElse(() => dataDir)
      const plan = yield* planOf(or(from), or(to))
      if (!plan.isBack) yield* assertDatabase(plan.folder)
      yield* execute(plan)
    })
).pipe(
  Command.withDescription(
    HelpDoc.blocks([
      HelpDoc.p(
        "Copy a stopped server's data from its folder to PostgreSQL, or back, and prove that both hold the same."
      ),
      HelpDoc.p(
        "It may be run again whenever it broke off. PGPASSWORD may hold the password, which an address shows to whoever lists processes."
      )
    ])
  )
)
