/**
 * What the operating system holds a child process to, set by the child itself
 * before it sees any input. Called through the C library, because no runtime
 * offers it; a shell's `ulimit` could not know the size after start, nor allow
 * processor time request by request.
 */
import { dlopen, FFIType, ptr } from "bun:ffi"
import { readFileSync } from "node:fs"

export interface ProcessLimits {
  /** Bytes that a process may take beside what it has after its start. */
  readonly memory: number
  /** Seconds of processor time of one request; what is measured is whole seconds, so that it may get one more. */
  readonly cpuSeconds: number
}

/** Of `sys/resource.h`: the same number on Linux and macOS. */
const RLIMIT_CPU = 0
const RLIMIT_DATA = 2
const RLIMIT_CORE = 4
/** Of `sys/prctl.h`: the signal that a process gets when the thread that started it ends. */
const PR_SET_PDEATHSIG = 1

/** The C library of glibc, of musl, and of macOS. */
const libraries: Readonly<Record<string, ReadonlyArray<string>>> = {
  linux: ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`],
  darwin: ["libSystem.B.dylib"]
}

const { i32, ptr: pointer, u64 } = FFIType
const limitCalls = {
  getrlimit: { args: [i32, pointer], returns: i32 },
  setrlimit: { args: [i32, pointer], returns: i32 }
} as const
const deathCall = { prctl: { args: [i32, u64, u64, u64, u64], returns: i32 } } as const
const SIGKILL = 9

const openLibrary = () => {
  for (const name of libraries[process.platform] ?? []) {
    try {
      const { symbols } = dlopen(name, limitCalls)
      return { name, symbols }
    } catch {
      // Another C library; `holds` is false where none is known.
    }
  }
  return undefined
}

type Library = NonNullable<ReturnType<typeof openLibrary>>

/** Lowers the limit that counts, never the one up to which it may be raised again. */
const limit = ({ symbols }: Library, resource: number, value: number): boolean => {
  const pair = new BigUint64Array(2)
  if (symbols.getrlimit(resource, ptr(pair)) !== 0) return false
  const [, most = 0n] = pair
  pair[0] = BigInt(value) < most ? BigInt(value) : most
  return symbols.setrlimit(resource, ptr(pair)) === 0
}

/**
 * Bytes of memory that count against `RLIMIT_DATA` now: what is writable and
 * private, touched or not. macOS does not hold a process to that limit: there
 * the parent's watch is the only bound.
 */
const dataSize = (): number => {
  if (process.platform !== "linux") return 0
  const pages = Number(/^VmData:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1])
  return pages * 1024
}

const MICROSECONDS = 1_000_000
const used = (): number => {
  const { system, user } = process.cpuUsage()
  return Math.ceil((system + user) / MICROSECONDS)
}

export interface Confinement {
  /** Whether the operating system holds this process to its limits; else only the parent watches. */
  readonly holds: boolean
  /** Allows the processor time of one request more. */
  readonly allowRequest: () => void
}

/** Confines this process; for good, but for the processor time that each request adds. */
export const confine = ({ cpuSeconds, memory }: ProcessLimits): Confinement => {
  const library = openLibrary()
  if (library === undefined) return { holds: false, allowRequest: () => {} }
  // Also where the parent is killed while this process is too busy to see its channel close.
  if (process.platform === "linux") dlopen(library.name, deathCall).symbols.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
  const results = [
    limit(library, RLIMIT_CORE, 0),
    limit(library, RLIMIT_DATA, dataSize() + memory),
    limit(library, RLIMIT_CPU, used() + cpuSeconds)
  ]
  return {
    holds: results.every((held) => held),
    allowRequest: () => limit(library, RLIMIT_CPU, used() + cpuSeconds)
  }
}
