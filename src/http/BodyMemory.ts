/**
 * How much of requests' bodies is in memory: in all, and for the sake of one
 * key. A key may begin as many uploads as its rate allows and finish none, so
 * that without a bound each connection costs the memory of a whole body.
 */
import { totalmem } from "node:os"
import { Context, Effect, type Scope } from "effect"
import { ProviderUnavailable } from "../Errors.ts"

const MIB = 1024 * 1024

/** Seconds: what a large body takes to be read and heard. */
const RETRY_AFTER = 5

/** Bytes. */
export interface Bounds {
  readonly inAll: number
  readonly perKey: number
}

/** What the process may use: the machine's memory, or its container's where that is less. */
const memory = (): number => {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}

/**
 * A quarter of the memory, so that voices, models and the database keep theirs,
 * but ten of the largest bodies at least; of that a quarter for each key, so that
 * no three of them keep the others out.
 */
const defaultBounds = (): Bounds => {
  const inAll = Math.max(256 * MIB, Math.floor(memory() / 4))
  return { inAll, perKey: inAll / 4 }
}

/** The bounds; by the size of the machine where nothing else is provided. */
export class BodyBounds extends Context.Reference<BodyBounds>()("http/BodyBounds", {
  defaultValue: defaultBounds
}) {}

/** The memory is full for now, whoever filled it: that is the same to a client as a pool without a worker to spare. */
const full = (what: string) => (whose: string) =>
  new ProviderUnavailable({
    message: `${whose} as many bytes of ${what} under way as may be held in memory; send this again when some are done`,
    retryAfter: RETRY_AFTER,
    isBusy: true
  })

const tooMany = full("uploads")
const tooMuchStored = full("stored conversations and uploads")

/** What is held of all bodies. Plain numbers: it is changed for every piece that comes. */
class TotalBytes {
  private bytes = 0
  private readonly ofKey = new Map<string, number>()

  constructor(private readonly bounds: Bounds) {}

  refusal(key: string, bytes: number, refused = tooMany): ProviderUnavailable | undefined {
    if ((this.ofKey.get(key) ?? 0) + bytes > this.bounds.perKey) return refused("this key has")
    return this.bytes + bytes > this.bounds.inAll ? refused("the server has") : undefined
  }

  change(key: string, by: number): void {
    this.bytes += by
    const left = (this.ofKey.get(key) ?? 0) + by
    if (left > 0) this.ofKey.set(key, left)
    else this.ofKey.delete(key)
  }
}

/** What one request holds. Counted until its last holder releases it; at first it has one. */
export class BodyMemory {
  private bytes = 0
  private holders = 1

  constructor(
    private readonly total: TotalBytes,
    private readonly key: string
  ) {}

  /** Counts more bytes; where that would be too many it counts none, and says so. */
  take(bytes: number): ProviderUnavailable | undefined {
    const refusal = this.total.refusal(this.key, bytes)
    if (refusal === undefined) this.change(bytes)
    return refusal
  }

  /** The same of bytes that the request does not bring, but has the server load: before they are. */
  reserve(bytes: number): ProviderUnavailable | undefined {
    const refusal = this.total.refusal(this.key, bytes, tooMuchStored)
    if (refusal === undefined) this.change(bytes)
    return refusal
  }

  /** So many of them are held no more, or counted elsewhere. */
  give(bytes: number): void {
    this.change(0 - Math.min(bytes, this.bytes))
  }

  /** One more holder, also where the others have released it. */
  keep(): void {
    if (this.holders === 0) this.total.change(this.key, this.bytes)
    this.holders++
  }

  /** One holder less. */
  release(): void {
    this.holders--
    if (this.holders === 0) this.total.change(this.key, 0 - this.bytes)
  }

  private change(by: number): void {
    this.bytes += by
    if (this.holders > 0) this.total.change(this.key, by)
  }
}

/** Gives each request its `BodyMemory`; requests without a key are counted together. */
export const make = (bounds: Bounds): ((key: string | undefined) => BodyMemory) => {
  const total = new TotalBytes(bounds)
  return (key) => new BodyMemory(total, key ?? "")
}

/** Counts so many bytes of what the server loads by itself, before it does. */
export type Reserve = (bytes: number) => Effect.Effect<void, ProviderUnavailable>

/** For as long as `held` is. */
export const reserveIn =
  (memory: BodyMemory): Reserve =>
  (bytes) =>
    Effect.suspend(() => memory.reserve(bytes) ?? Effect.void)

/** Until the scope closes. */
export const reserved = (memory: BodyMemory, bytes: number): Effect.Effect<void, ProviderUnavailable, Scope.Scope> =>
  Effect.acquireRelease(reserveIn(memory)(bytes), () => Effect.sync(() => memory.give(bytes)))
