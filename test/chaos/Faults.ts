/** What may befall a server from outside, and how it passes. */
import { Database } from "bun:sqlite"
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Random } from "../../training/text/Random.ts"

/** A folder of its own size, so that it can be full; an ordinary one where the machine does not let us. */
export interface Disk {
  readonly folder: string
  readonly canBeFull: boolean
  readonly unmount: () => void
}

const DISK_MIB = 192

export const makeDisk = (at: string): Disk => {
  const folder = join(at, "disk")
  mkdirSync(folder, { recursive: true })
  const mounted = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${DISK_MIB}m,mode=0777`, "tmpfs", folder]).success
  return {
    folder,
    canBeFull: mounted,
    unmount: () => {
      if (mounted) Bun.spawnSync(["umount", "-l", folder])
    }
  }
}

/** Brings it about, and gives what ends it. */
type Fault = (place: Place) => () => void

export interface Place {
  readonly disk: Disk
  /** Whether the server runs as somebody whom permissions hold. */
  readonly isOrdinary: boolean
  /** The server's data folder. */
  readonly data: string
  readonly pid: () => number
  readonly clockFile: string
  readonly random: Random
}

const BLOCK = 4_096

const fullDisk: Fault = ({ disk, random }) => {
  const filler = join(disk.folder, "filler")
  const { bavail, bsize } = statfsSync(disk.folder)
  const left = random.pick([0, BLOCK, 16 * BLOCK])
  try {
    writeFileSync(filler, new Uint8Array(Math.max(0, bavail * bsize - left)))
  } catch {
    // The server took some of it meanwhile: the disk is full all the same.
  }
  return () => rmSync(filler, { force: true })
}

/** No new file can be made; those that are open can be written. */
const readOnlyFolder: Fault = ({ data }) => {
  const folder = join(data, "blobs", "incoming")
  if (!existsSync(folder)) return () => {}
  chmodSync(folder, 0o500)
  return () => chmodSync(folder, 0o700)
}

const foreignLock: Fault = ({ data, random }) => {
  const database = new Database(join(data, "qal.sqlite"))
  try {
    database.run(random.chance(0.5) ? "BEGIN IMMEDIATE" : "BEGIN EXCLUSIVE")
  } catch {
    // The server was writing: no lock this time.
  }
  return () => database.close()
}

/** Less than anything is kept: what expired would rightly be made again. */
const MOST_JUMP_MILLIS = 2 * 60 * 60 * 1_000

/** The time as the server sees it, in milliseconds since 1970. */
export const timeOf = ({ clockFile }: Pick<Place, "clockFile">): number =>
  Date.now() + (existsSync(clockFile) ? Number(readFileSync(clockFile, "utf8")) : 0)

const clockJump: Fault = ({ clockFile, pid, random }) => {
  writeFileSync(clockFile, String(random.whole(-MOST_JUMP_MILLIS, MOST_JUMP_MILLIS)))
  try {
    process.kill(pid(), "SIGUSR2")
  } catch {
    // It is dead already; it finds the clock so when it starts.
  }
  // It stays as it was set, also over a restart.
  return () => {}
}

const faults = {
  "full disk": fullDisk,
  "read-only folder": readOnlyFolder,
  "foreign lock": foreignLock,
  "clock jump": clockJump
} as const
export type FaultName = keyof typeof faults
export const names: ReadonlyArray<FaultName> = ["full disk", "read-only folder", "foreign lock", "clock jump"]

/** What cannot be tried on this machine, and why. */
export const impossible = ({ disk, isOrdinary }: Pick<Place, "disk" | "isOrdinary">): ReadonlyMap<FaultName, string> =>
  new Map([
    ...(disk.canBeFull ? [] : [["full disk", "no file system of our own can be mounted here"] as const]),
    ...(isOrdinary ? [] : [["read-only folder", "permissions do not hold the server here"] as const])
  ])

/** Brings it about; gives what ends it. */
export const befall = (name: FaultName, place: Place): (() => void) => faults[name](place)
