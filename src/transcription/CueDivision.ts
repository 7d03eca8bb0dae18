/** The division of what is spoken without a pause into cues of one line or two: of all that keep the limits, the best to read. */
import { Joint } from "../text/Joints.ts"

/** The limits of the contract: characters of a line as people count them, and hundredths of a second that a cue is shown. */
export const MAX_LINE = 42
export const LONGEST = 700

/** What stands on a line, whole, and when; in hundredths of a second. */
export interface Piece {
  readonly text: string
  readonly length: number
  readonly start: number
  readonly end: number
  /** How closely the next one belongs to it. */
  readonly joint: Joint
  /** Who says it, where that is known. */
  readonly speaker: string | undefined
}

/**
 * What a division costs, by what it divides; and what else makes captions worse
 * to read. A cue more is better than a line that ends between a word and its
 * particle, worse than one between words that do not belong together.
 */
const CUE = 5
const CUE_BREAK: Readonly<Record<Joint, number>> = { [-2]: -6, [-1]: -2, 0: 0, 1: 2, 2: 11, 3: 22, 4: 60 }
const LINE_BREAK: Readonly<Record<Joint, number>> = { [-2]: -2, [-1]: -1, 0: 0, 1: 2, 2: 11, 3: 22, 4: 60 }
/** A pause of so many hundredths of a second, where a speaker draws breath, and what it is worth to divide there. */
const BREATH = 10
const PAUSED = -4
/** Lines of unlike length: so much where the one is empty, by the square of the difference. */
const UNLIKE = 20
/** A line, or a cue, of one word beside a longer one, or a cue of few letters. */
const LONELY = 4
const LONELY_CUE = 8
const FEW = 16

/** Pieces, and the length of each with those before it, a space behind each. */
interface Stretch {
  readonly pieces: ReadonlyArray<Piece>
  readonly lengths: ReadonlyArray<number>
}

/** Pieces as they are shown, by their places: `second` begins the second line, and is `to` where there is none. */
export interface CuePlaces {
  readonly from: number
  readonly second: number
  readonly to: number
}

/** The best way to show all pieces from one on: its first cue, and what all of it costs. */
interface Way {
  readonly cue: CuePlaces
  readonly cost: number
}

const stretchOf = (pieces: ReadonlyArray<Piece>): Stretch => {
  const lengths = [0]
  let length = 0
  for (const piece of pieces) {
    length += piece.length + 1
    lengths.push(length)
  }
  return { pieces, lengths }
}

/** The length of a line. */
const width = ({ lengths }: Stretch, from: number, to: number): number => (lengths[to] ?? 0) - (lengths[from] ?? 0) - 1

const jointBefore = ({ pieces }: Stretch, at: number): Joint => pieces[at - 1]?.joint ?? Joint.open

/** What it is worth that the speaker paused. */
const pauseBefore = ({ pieces }: Stretch, at: number): number => {
  const pause = (pieces[at]?.start ?? 0) - (pieces[at - 1]?.end ?? 0)
  return pause >= BREATH ? PAUSED : 0
}

const costOfLines = (stretch: Stretch, { from, second, to }: CuePlaces): number => {
  const unlike = (width(stretch, from, second) - width(stretch, second, to)) / MAX_LINE
  const isLonely = to - from > 2 && (second === from + 1 || second === to - 1)
  const divides = LINE_BREAK[jointBefore(stretch, second)] + pauseBefore(stretch, second)
  return divides + UNLIKE * unlike ** 2 + (isLonely ? LONELY : 0)
}

/** The best lines for some pieces, without what follows; undefined where they do not fit on two. */
const linesOf = (stretch: Stretch, from: number, to: number): Way | undefined => {
  if (width(stretch, from, to) <= MAX_LINE) return { cue: { from, second: to, to }, cost: 0 }
  let best: Way | undefined
  for (let second = from + 1; second < to && width(stretch, from, second) <= MAX_LINE; second++) {
    if (width(stretch, second, to) > MAX_LINE) continue
    const cue = { from, second, to }
    const cost = costOfLines(stretch, cue)
    if (best === undefined || cost < best.cost) best = { cue, cost }
  }
  return best
}

const isTooLong = ({ pieces }: Stretch, from: number, to: number): boolean =>
  to > from + 1 && (pieces[to - 1]?.end ?? 0) - (pieces[from]?.start ?? 0) > LONGEST

/** The best way from `from` on, given the best ways from all places behind it. */
const bestFrom = (stretch: Stretch, from: number, behind: ReadonlyArray<Way>): Way | undefined => {
  const { length } = stretch.pieces
  let best: Way | undefined
  for (let to = from + 1; to <= length && !isTooLong(stretch, from, to); to++) {
    const lines = linesOf(stretch, from, to)
    if (lines === undefined) break
    const isPart = to - from < length
    const lonely = isPart && (to === from + 1 || width(stretch, from, to) < FEW) ? LONELY_CUE : 0
    const end = to === length ? 0 : CUE_BREAK[jointBefore(stretch, to)] + pauseBefore(stretch, to)
    const cost = CUE + lines.cost + lonely + end + (behind[to]?.cost ?? 0)
    // Of ways that cost the same, the one with the fullest first cue.
    if (best === undefined || cost <= best.cost) best = { cue: lines.cue, cost }
  }
  return best
}

/** The cues of pieces, each of which fits on a line. In time linear in their number. */
export const divided = (pieces: ReadonlyArray<Piece>): ReadonlyArray<CuePlaces> => {
  const stretch = stretchOf(pieces)
  const ways: Array<Way> = []
  for (let from = pieces.length - 1; from >= 0; from--) {
    const way = bestFrom(stretch, from, ways)
    if (way !== undefined) ways[from] = way
  }
  const cues: Array<CuePlaces> = []
  for (let way = ways[0]; way !== undefined; way = ways[way.cue.to]) cues.push(way.cue)
  return cues
}
