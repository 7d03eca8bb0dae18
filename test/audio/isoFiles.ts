/**
 * MP4 (ISO/IEC 14496-12) put together by hand: whole with its index first, or in fragments, whatever order its tracks
 * come in.
 */

const latin = (text: string) => Buffer.from(text, "latin1")

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const zeros = (length: number) => Buffer.alloc(length)

const box = (type: string, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([u32(8 + content.length), latin(type), content])
}
const flagged = (type: string, flags: number, ...parts: ReadonlyArray<Uint8Array>) => box(type, u32(flags), ...parts)

interface IsoTrack {
  readonly handler: "soun" | "vide" | "text"
  readonly entry: Buffer
  /** Of a second. */
  readonly ticks: number
  /** Ticks that a sample lasts. */
  readonly lasts: number
  /** Bytes of each sample; 0 where a part is one sample. */
  readonly sampleBytes: number
  /** Where what is played begins, in ticks, as an edit list has it. */
  readonly editFrom?: number
}

const soundEntry = (type: string, rate: number, ...parts: ReadonlyArray<Uint8Array>): Buffer =>
  box(type, zeros(6), u16(1), zeros(8), u16(1), u16(16), zeros(4), u16(rate), u16(0), ...parts)

/** 16-bit samples of one channel. */
export const plainTrack = (rate: number): IsoTrack => ({
  handler: "soun",
  entry: soundEntry("sowt", rate),
  ticks: rate,
  lasts: 1,
  sampleBytes: 2
})

/** FLAC; `info` is its description of 34 bytes. */
export const flacTrack = (rate: number, lasts: number, info: Uint8Array): IsoTrack => ({
  handler: "soun",
  entry: soundEntry("fLaC", rate, flagged("dfLa", 0, u32(0x8000_0022), info)),
  ticks: rate,
  lasts,
  sampleBytes: 0
})

/** Pictures that nobody looks at, ten a second. */
export const pictureTrack: IsoTrack = {
  handler: "vide",
  entry: box("vp08", zeros(6), u16(1), zeros(16), u16(16), u16(16), zeros(50)),
  ticks: 1_000,
  lasts: 100,
  sampleBytes: 0
}

/** Text that is shown at its time. */
export const textTrack: IsoTrack = {
  handler: "text",
  entry: box("tx3g", zeros(6), u16(1), zeros(30)),
  ticks: 1_000,
  lasts: 1_000,
  sampleBytes: 0
}

/** Samples of a track that lie behind one another; of a fragment also when they begin, in ticks. */
export interface IsoPart {
  /** From 0. */
  readonly track: number
  readonly data: Uint8Array
  readonly at?: number
}

const FTYP = box("ftyp", latin("isom"), u32(0x200), latin("isomqt  "))

const countIn = ({ sampleBytes }: IsoTrack, { length }: Uint8Array): number =>
  sampleBytes === 0 ? 1 : length / sampleBytes

const editsOf = ({ editFrom }: IsoTrack): ReadonlyArray<Buffer> =>
  editFrom === undefined ? [] : [box("edts", flagged("elst", 0, u32(1), u32(0), u32(editFrom), u32(0x1_0000)))]

const trak = (track: IsoTrack, at: number, tables: ReadonlyArray<Uint8Array>): Buffer => {
  const header = track.handler === "soun" ? flagged("smhd", 0, zeros(4)) : flagged("vmhd", 1, zeros(8))
  const place = box("dinf", flagged("dref", 0, u32(1), flagged("url ", 1)))
  return box(
    "trak",
    flagged("tkhd", 3, zeros(8), u32(at + 1), zeros(68)),
    ...editsOf(track),
    box(
      "mdia",
      flagged("mdhd", 0, zeros(8), u32(track.ticks), zeros(8)),
      flagged("hdlr", 0, zeros(4), latin(track.handler), zeros(13)),
      box("minf", header, place, box("stbl", flagged("stsd", 0, u32(1), track.entry), ...tables))
    )
  )
}

const movie = (...parts: ReadonlyArray<Uint8Array>): Buffer =>
  box("moov", flagged("mvhd", 0, zeros(8), u32(1_000), zeros(84)), ...parts)

/** Where the samples of a track are, of parts that begin at such places of the file. */
const tablesOf = (track: IsoTrack, parts: ReadonlyArray<{ readonly data: Uint8Array; readonly place: number }>) => {
  const counts = parts.map(({ data }) => countIn(track, data))
  const all = counts.reduce((sum, count) => sum + count, 0)
  const sizes = track.sampleBytes === 0 ? parts.map(({ data }) => u32(data.length)) : []
  return [
    flagged("stts", 0, u32(1), u32(all), u32(track.lasts)),
    flagged("stsc", 0, u32(counts.length), ...counts.flatMap((count, at) => [u32(at + 1), u32(count), u32(1)])),
    flagged("stsz", 0, u32(track.sampleBytes), u32(all), ...sizes),
    flagged("stco", 0, u32(parts.length), ...parts.map(({ place }) => u32(place)))
  ]
}

/** A file whose index comes before its sound, in the order of its parts. */
export const wholeIso = (tracks: ReadonlyArray<IsoTrack>, parts: ReadonlyArray<IsoPart>): Uint8Array => {
  const indexFor = (start: number): Buffer => {
    let place = start
    const placed = parts.map((part) => {
      const own = { ...part, place }
      place += part.data.length
      return own
    })
    const traks = tracks.map((track, at) =>
      trak(
        track,
        at,
        tablesOf(
          track,
          placed.filter((part) => part.track === at)
        )
      )
    )
    return movie(...traks)
  }
  const index = indexFor(FTYP.length + indexFor(0).length + 8)
  return new Uint8Array(Buffer.concat([FTYP, index, box("mdat", ...parts.map(({ data }) => data))]))
}

/** Flags of a fragment: its samples' places count from its own; of a run: where they are, and the size of each. */
const FROM_FRAGMENT = 0x02_0000
const HAS_PLACE = 0x1
const HAS_DURATIONS = 0x100
const HAS_SIZES = 0x200

const fragmentOf = (track: IsoTrack, { at = 0, data, track: index }: IsoPart): Buffer => {
  const count = countIn(track, data)
  const row = Buffer.concat([u32(track.lasts), u32(data.length / count)])
  const rows = Array.from({ length: count }, () => row)
  const moofFor = (place: number) =>
    box(
      "moof",
      flagged("mfhd", 0, u32(1)),
      box(
        "traf",
        flagged("tfhd", FROM_FRAGMENT, u32(index + 1)),
        flagged("tfdt", 0, u32(at)),
        flagged("trun", HAS_PLACE | HAS_DURATIONS | HAS_SIZES, u32(count), u32(place), ...rows)
      )
    )
  return Buffer.concat([moofFor(moofFor(0).length + 8), box("mdat", data)])
}

/** A file in fragments, each of one track. */
export const fragmentedIso = (tracks: ReadonlyArray<IsoTrack>, parts: ReadonlyArray<IsoPart>): Uint8Array => {
  const empty = ["stts", "stsc", "stco"].map((type) => flagged(type, 0, u32(0)))
  const traks = tracks.map((track, at) => trak(track, at, [...empty, flagged("stsz", 0, u32(0), u32(0))]))
  const defaults = tracks.map((_, at) => flagged("trex", 0, u32(at + 1), u32(1), zeros(12)))
  const fragments = parts.flatMap((part) => {
    const track = tracks[part.track]
    return track === undefined ? [] : [fragmentOf(track, part)]
  })
  return new Uint8Array(Buffer.concat([FTYP, movie(...traks, box("mvex", ...defaults)), ...fragments]))
}
