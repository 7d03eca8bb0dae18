/**
 * A frame of AAC that holds silence (ISO/IEC 14496-3, 4.4.2.1). The decoder keeps its first frame to itself, as it
 * cannot know what came before; players take it for silence. With one of these before the first, nothing is lost.
 */

/** Bits, the highest first: a value and how many it has. */
type Field = readonly [value: number, width: number]

const SINGLE = 0
const PAIR = 1
const LOW_FREQUENCIES = 3
const END: Field = [7, 3]

/** One long window without a band, hence without anything that a band would have; and no prediction. */
const WINDOW: Field = [0, 1 + 2 + 1 + 6 + 1]
const GAIN: Field = [0, 8]
/** No pulses, no noise shaping, no gain control. */
const NO_TOOLS: Field = [0, 3]
const TAG_WIDTH = 4

const single = (id: number, tag: number): ReadonlyArray<Field> => [[id, 3], [tag, TAG_WIDTH], GAIN, WINDOW, NO_TOOLS]
/** Of two channels with one window, and each by itself. */
const pair = (tag: number): ReadonlyArray<Field> => [
  [PAIR, 3],
  [tag, TAG_WIDTH],
  [1, 1],
  WINDOW,
  [0, 2],
  GAIN,
  NO_TOOLS,
  GAIN,
  NO_TOOLS
]

/** The elements of each configuration of channels (table 1.19); of those that a file describes by itself there are none. */
const layouts: ReadonlyArray<ReadonlyArray<Field> | undefined> = [
  undefined,
  single(SINGLE, 0),
  pair(0),
  [...single(SINGLE, 0), ...pair(0)],
  [...single(SINGLE, 0), ...pair(0), ...single(SINGLE, 1)],
  [...single(SINGLE, 0), ...pair(0), ...pair(1)],
  [...single(SINGLE, 0), ...pair(0), ...pair(1), ...single(LOW_FREQUENCIES, 0)],
  [...single(SINGLE, 0), ...pair(0), ...pair(1), ...pair(2), ...single(LOW_FREQUENCIES, 0)]
]

/** Kinds of AAC whose frames have this form: main, low complexity, long-term prediction, and two with more beside. */
const KINDS: ReadonlySet<number> = new Set([1, 2, 4, 5, 29])

/** The configuration of channels in what a container says of AAC (1.6.2.1); a rate of its own stands before it. */
const layoutOf = ([first = 0, second = 0, , , fifth = 0]: Uint8Array): number => {
  const rate = ((first & 7) << 1) | (second >> 7)
  return ((rate === 15 ? fifth : second) >> 3) & 15
}

const joined = (fields: ReadonlyArray<Field>): Uint8Array => {
  const bits = fields.map(([value, width]) => value.toString(2).padStart(width, "0")).join("")
  const bytes = bits.match(/.{1,8}/g) ?? []
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, "0"), 2))
}

/** The configurations' rates by number (table 1.18), of which those of 24,000 Hz and below may be half of what is heard. */
const FIRST_LOW_RATE = 6
const RATE_IN_BITS = 15
const PLAIN_KINDS = 4
const PLAIN_BYTES = 2
/** The extension of 11 bits that says that a kind follows, spectral band replication (5), and that there is none. */
const NO_EXTENSION = [0x56, 0xe5, 0]

/**
 * `config` (AudioSpecificConfig) with a word that it has no high frequencies that are made of the low ones, where it
 * says nothing of them (1.6.5). Without it the decoder doubles a rate of 24,000 Hz and below by filters that are 481
 * samples late; with it, it refuses frames that have such frequencies all the same.
 */
export const withoutUpsampling = (config: Uint8Array): Uint8Array => {
  const [first = 0, second = 0] = config
  const rate = ((first & 7) << 1) | (second >> 7)
  const isPlain = config.length === PLAIN_BYTES && first >> 3 <= PLAIN_KINDS
  return isPlain && rate >= FIRST_LOW_RATE && rate < RATE_IN_BITS
    ? Uint8Array.from([...config, ...NO_EXTENSION])
    : config
}

/** A silent frame of what `config` (AudioSpecificConfig) says; undefined where that is not known. */
export const silentFrame = (config: Uint8Array): Uint8Array | undefined => {
  const elements = KINDS.has((config[0] ?? 0) >> 3) ? layouts[layoutOf(config)] : undefined
  return elements === undefined ? undefined : joined([...elements, END])
}
