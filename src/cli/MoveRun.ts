/** Carries out `qal move`. */
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import { ConfigProvider, Console, Effect, Either, Layer, Option } from "effect"
import { Settings } from "../settings/Config.ts"
import { type DatabaseUrl, databaseUrl, nameOf } from "../settings/DatabaseUrl.ts"
import { type ObjectStore, objectStore } from "../settings/ObjectStore.ts"
import { DataFolder, type Paths } from "../storage/DataFolder.ts"
import * as FolderBlobs from "../storage/FolderBlobs.ts"
import { move as moving } from "../storage/move/Move.ts"
import * as Places from "../storage/move/Places.ts"
import * as Ownership from "../storage/Ownership.ts"
import * as S3Blobs from "../storage/s3/S3Blobs.ts"
import { CommandFailed } from "./CommandFailed.ts"

const failed = (message: string) => new CommandFailed({ message })

const isAddress = (place: string): boolean => /^postgres(ql)?:/i.test(place)

interface Remote {
  readonly name: string
  readonly address: DatabaseUrl
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

/** The store that `--blobs` names, as `QAL_BLOBS_URL` would, with the key that the environment has. */
const storeOf = (blobs: string) =>
  Effect.withConfigProviderScoped(
    ConfigProvider.orElse(
      ConfigProvider.fromMap(
        new Map([
          ["QAL_BLOBS_URL", blobs],
          ["QAL_MEDIA", "proxy"]
        ])
      ),
      () => ConfigProvider.fromEnv()
    )
  ).pipe(
    Effect.zipRight(objectStore()),
    Effect.scoped,
    Effect.mapError((error) => failed(`--blobs: ${String(error).replace(/^.*QAL_BLOBS_URL"?: ?/s, "")}`))
  )

/** Files in the folder, once it is known to belong to the database. */
const folderStore = (paths: Paths) =>
  Layer.provideMerge(FolderBlobs.layer(paths.blobs), Layer.effectDiscard(Ownership.claim(paths)))

const objects = ({ redirects, ...bucket }: ObjectStore, { folder }: Paths) =>
  S3Blobs.layer({ bucket, redirects, folder })

/** Between the folder and the store that was named; without one, files stay where the settings say that they are. */
const fileMove = (plan: Plan, paths: Paths, named: Option.Option<ObjectStore>, set: Option.Option<ObjectStore>) => {
  if (Option.isNone(named)) {
    return { from: Option.match(set, { onNone: () => folderStore(paths), onSome: (store) => objects(store, paths) }) }
  }
  const [ours, theirs] = [folderStore(paths), objects(named.value, paths)]
  return plan.isBack ? { from: theirs, to: ours } : { from: ours, to: theirs }
}

const after = ({ folder, isBack, remote }: Plan): string =>
  isBack
    ? `done: ${folder} holds all that ${remote.name} held. Start the server without QAL_DATABASE_URL, and start no node on ${remote.name} any more.`
    : `done: ${remote.name} holds all that ${folder} held. Set QAL_DATABASE_URL for every node, and QAL_SIGNING_SECRET to what ${folder}/signing-secret holds where it was not set before, so that signed addresses stay good. Start no server on ${folder} alone any more.`

const execute = (plan: Plan, named: Option.Option<ObjectStore>) =>
  Effect.gen(function* () {
    const paths = yield* DataFolder
    const { address, name } = plan.remote
    const files = fileMove(plan, paths, named, (yield* Settings).objectStore)
    yield* plan.isBack
      ? moving(Places.postgres(name, address), Places.folderGoal(paths), files, Console.log)
      : moving(Places.folder(paths), Places.postgresGoal(name, address), files, Console.log)
    yield* Console.log(after(plan))
  }).pipe(Effect.provide(DataFolder.ownedLayer(plan.folder)))

export interface MoveOptions {
  readonly from: Option.Option<string>
  readonly to: Option.Option<string>
  readonly blobs: Option.Option<string>
}

export const run = ({ blobs, from, to }: MoveOptions) =>
  Effect.gen(function* () {
    const { dataDir } = yield* Settings
    const or = Option.getOrElse(() => dataDir)
    const plan = yield* planOf(or(from), or(to))
    if (!plan.isBack) yield* assertDatabase(plan.folder)
    const named = Option.flatten(yield* Effect.transposeMapOption(blobs, storeOf))
    yield* execute(plan, named)
  }).pipe(Effect.provide(Settings.layer))
