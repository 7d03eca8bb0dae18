/**
 * A sound file taken apart into packets, which are decoded one by one: so what
 * a few hostile bytes can become is bounded by the largest packet of a codec,
 * never by the file. Most containers are read by Mediabunny, lazily; a file is
 * known by its bytes.
 */
import {
  ADTS,
  BufferSource,
  type EncodedPacket,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputFormat,
  MATROSKA,
  MP3,
  MP4,
  QTFF,
  UnsupportedInputFormatError,
  WEBM
} from "mediabunny"
import * as AppleFile from "./AppleFile.ts"
import { CUT_OFF, DAMAGED, NOTHING, SHORT, Undecodable, Unsupported } from "./DecodingFailures.ts"
import { nameOf } from "./FileNames.ts"
import { filesIn, isJoined, streamOf } from "./Flac.ts"
import { type CodecHeader, nameOf as foreignName } from "./ForeignCodecs.ts"
import { gsmPieces, isBare as isBareGsm } from "./Gsm.ts"
import { type Edit, type IsoFile, read as readIso } from "./IsoFile.ts"
import * as IsoPacked from "./IsoPacked.ts"
import { cleaned } from "./MatroskaClean.ts"
import { delayOf, discardedOf, ENCODED, isMatroska, type MatroskaFile, read as readMatroska } from "./MatroskaFile.ts"
import { mp3Pieces } from "./Mp3Sound.ts"
import { isOgg } from "./OggFile.ts"
import { openOgg } from "./OggSound.ts"
import { packetPieces, type Options as TrackOptions, WHOLE } from "./PacketSound.ts"
import type { Note, Pieces } from "./Pieces.ts"
import { repaired } from "./Repair.ts"
import { isSun, read as readSun } from "./SunFile.ts"
import * as Tags from "./Tags.ts"
import type { Stretch } from "./Timeline.ts"
import { chosen, makeNotes, type Sound } from "./Tracks.ts"
import { asWav, isWave64 } from "./Wave64.ts"
import { isWav } from "./WavFile.ts"
import { stretchesOf, wavPieces } from "./WavSound.ts"

/** MP3 last: it has the weakest mark. */
const accepted: Array<InputFormat> = [FLAC, MP4, QTFF, WEBM, MATROSKA, ADTS, MP3]

const NO_INDEX = "is an MP4, M4A or QuickTime file without its index: it was cut off, or never finished"

/** What of a track is played between two of its times. */
type PartOf = (stretch?: Stretch) => Pieces

/** One after another, as the file says that they are played. */
async function* editedPieces(sampleRate: number, edits: ReadonlyArray<Edit>, part: PartOf): Pieces {
  for (const { from, seconds } of edits) {
    if (from !== undefined) {
      yield* part({ from, to: from + seconds })
      continue
    }
    // A pause is made a second at a time: it may be said to be long.
    for (let left = seconds; left > 0; left--) {
      const samples = Math.round(Math.min(1, left) * sampleRate)
      yield { channelData: [new Float32Array(samples)], sampleRate, padding: 0, isPause: true }
    }
  }
}

interface IsoTracks extends IsoFile {
  readonly packed: ReadonlyMap<number, IsoPacked.PackedTrack>
  /** Seconds at which the first packet of any track stands; edit lists count from 0 all the same. */
  readonly begins: number
}

/** A track of an MP4 or QuickTime file, as far as a player plays it. */
async function* isoPieces(track: InputAudioTrack, iso: IsoTracks, note: Note): Pieces {
  const { begins, codecs, edits, itunes, packed } = iso
  const own = packed.get(track.id)
  const part: PartOf = (stretch = WHOLE) =>
    own === undefined
      ? packetPieces(track, { note, codec: codecs.get(track.id), stretch, begins })
      : IsoPacked.cut(own.pieces(), stretch)
  const listed = edits.get(track.id)
  const rate = await track.getSampleRate()
  if (listed !== undefined) return yield* editedPieces(rate, listed, part)
  if (itunes === undefined || (await track.getCodec()) !== "aac") return yield* part()
  const from = itunes.delay / rate
  yield* part({ from, to: from + itunes.samples / rate })
}

/** FLAC files that were joined, one after the other. */
async function* flacPieces(files: Iterable<Uint8Array>, note: Note): Pieces {
  for (const file of files) {
    yield undefined
    const sound = await openInput(Tags.without(file), note)
    try {
      yield* sound.pieces(0)
    } finally {
      sound.close()
    }
  }
}

/** Says that there is more than players play. */
const noteBehind = (bytes: number, note: Note): void =>
  note(`${bytes} bytes behind the end of the file were passed over`)

/** Matroska files that were joined, each in its own time. What cannot be read behind the first is passed over. */
async function* joinedPieces(first: Pieces, behind: Uint8Array, at: number, note: Note): Pieces {
  yield* first
  let rest = behind
  while (rest.length > 0) {
    const next = isMatroska(rest) ? cleaned(rest) : undefined
    const sound = next === undefined ? undefined : await openInput(next.file, note).catch(() => undefined)
    if (next === undefined || sound === undefined) return noteBehind(rest.length, note)
    if (next.isCutOff) note(CUT_OFF)
    if (next.isDamaged) note(DAMAGED)
    try {
      yield* sound.pieces(Math.min(at, sound.tracks.length - 1))
    } finally {
      sound.close()
    }
    rest = rest.subarray(rest.length - next.behind)
  }
}

const openMatroska = async (given: Uint8Array, note: Note): Promise<Sound> => {
  const { behind, file, isCutOff, isDamaged } = cleaned(given)
  if (isCutOff) note(CUT_OFF)
  if (isDamaged) note(DAMAGED)
  const first = await openInput(file, note)
  const rest = given.subarray(given.length - behind)
  return { ...first, pieces: (at) => joinedPieces(first.pieces(at), rest, at, note) }
}

/** Samples, and word where there are fewer of them than the file says; 0 where it does not. */
async function* counted(pieces: Pieces, samples: number, note: Note): Pieces {
  let count = 0
  for await (const piece of pieces) {
    count += piece?.channelData[0]?.length ?? 0
    yield piece
  }
  if (count < samples) note(CUT_OFF)
}

const openInput = async (given: Uint8Array, note: Note): Promise<Sound> => {
  const file = repaired(given, note)
  const input = new Input({ source: new BufferSource(file), formats: accepted })
  const close = () => input.dispose()
  const format = await input.getFormat().catch((error) => {
    throw error instanceof UnsupportedInputFormatError ? new Unsupported(nameOf(file)) : error
  })
  if (format === MP3) return { ...oneTrack("MP3", () => mp3Pieces(file, note)), close }
  if (format === MP4 || format === QTFF) return openIso(file, note)
  const matroska = isMatroska(file) ? readMatroska(file) : undefined
  const tracks = await input.getAudioTracks()
  if (tracks.length === 0 && matroska !== undefined && matroska.unreadable.size > 0) throw new Undecodable(ENCODED)
  const begins = matroska === undefined ? 0 : await beginningOf(input)
  const pieces = (track: InputAudioTrack) => {
    if (matroska?.unreadable.has(track.id) === true) throw new Undecodable(ENCODED)
    if (format === FLAC) return counted(packetPieces(track, { note }), streamOf(file).samples, note)
    return packetPieces(track, matroska === undefined ? { note } : inMatroska(matroska, track, begins, note))
  }
  return openTracks({ tracks, codecs: matroska?.codecs, pieces, close })
}

/** Seconds at which the first packet of any track stands, of sound or pictures: players begin there. */
const beginningOf = async (input: Input): Promise<number> => {
  const first = await input.getFirstTimestamp().catch(() => 0)
  return Number.isFinite(first) ? Math.max(0, first) : 0
}

/**
 * The same of an MP4 in fragments; any other begins at 0. By an input of its own: behind an index that is broken its
 * reader (mediabunny 1.61) would go on with the half of it that it had read.
 */
const isoBeginning = async (file: Uint8Array): Promise<number> => {
  if (!Buffer.from(file.buffer, file.byteOffset, file.byteLength).includes("moof", 0, "latin1")) return 0
  const input = new Input({ source: new BufferSource(file), formats: [MP4, QTFF] })
  try {
    return await beginningOf(input)
  } finally {
    input.dispose()
  }
}

/** Packets so many seconds earlier. */
const earlier = (seconds: number) =>
  async function* (packets: AsyncGenerator<EncodedPacket>): AsyncGenerator<EncodedPacket> {
    for await (const packet of packets) yield packet.clone({ timestamp: packet.timestamp - seconds })
  }

/** What is said of a track of a Matroska file, which begins at `begins`, to who plays it. */
const inMatroska = (file: MatroskaFile, track: InputAudioTrack, begins: number, note: Note): TrackOptions => {
  const delay = delayOf(file, track.id)
  return {
    note,
    codec: file.codecs.get(track.id),
    onClock: earlier(begins + delay),
    saysItsStart: delay > 0,
    discarded: ({ timestamp }) => discardedOf(file, track.id, timestamp + begins + delay)
  }
}

interface Tracks {
  readonly tracks: ReadonlyArray<InputAudioTrack>
  /** Of codecs that the reader does not know, by the track's id. */
  readonly codecs: ReadonlyMap<number, CodecHeader> | undefined
  readonly pieces: (track: InputAudioTrack) => Pieces
  readonly close: () => void
}

const trackName = async (track: InputAudioTrack, codecs: Tracks["codecs"]): Promise<string> => {
  const codec = codecs?.get(track.id)
  return (await track.getCodec()) ?? (codec === undefined ? "a codec that is not read here" : foreignName(codec))
}

const openTracks = async ({ close, codecs, pieces, tracks }: Tracks): Promise<Sound> => {
  if (tracks.length === 0) throw new Undecodable(NOTHING)
  const names = await Promise.all(tracks.map((track) => trackName(track, codecs)))
  return {
    tracks: names,
    pieces: (at) => {
      const track = tracks[at]
      if (track === undefined) throw new Error(`no track ${at}`)
      return pieces(track)
    },
    close
  }
}

const openIso = async (file: Uint8Array, note: Note): Promise<Sound> => {
  const iso = readIso(file)
  if (!iso.hasIndex) throw new Undecodable(NO_INDEX)
  if (iso.behind > 0) noteBehind(iso.behind, note)
  if (iso.isCutOff) note(CUT_OFF)
  const input = new Input({ source: new BufferSource(iso.file), formats: [MP4, QTFF] })
  const tracks = await input.getAudioTracks()
  const packed = IsoPacked.read(iso.file)
  const named = Array.from(packed, ([id, { name }]) => [id, { id: name, header: new Uint8Array(0) }] as const)
  const begins = await isoBeginning(iso.file)
  return openTracks({
    tracks,
    codecs: new Map([...iso.codecs, ...named]),
    pieces: (track) => isoPieces(track, { ...iso, packed, begins }, note),
    close: () => input.dispose()
  })
}

const oneTrack = (name: string, pieces: () => Pieces): Sound => ({ tracks: [name], pieces, close: () => {} })

const openSun = (file: Uint8Array, note: Note): Sound => {
  const sun = readSun(file)
  if (sun.isShort === true) note(SHORT)
  return oneTrack("PCM", () => stretchesOf(sun))
}

const open = async (given: Uint8Array, note: Note): Promise<Sound> => {
  const file = Tags.without(given)
  if (isJoined(file)) return oneTrack("flac", () => flacPieces(filesIn(file), note))
  if (isWav(file)) return oneTrack("WAV", () => wavPieces(file, note))
  if (isWave64(file)) return oneTrack("WAV", () => wavPieces(asWav(file), note))
  if (isOgg(file)) return openOgg(file, note)
  if (AppleFile.isAiff(file) || AppleFile.isCaf(file)) return oneTrack("sound", () => AppleFile.pieces(file, note))
  if (isSun(file)) return openSun(file, note)
  if (isBareGsm(file)) return oneTrack("GSM", () => gsmPieces(file))
  if (isMatroska(file)) return openMatroska(file, note)
  return openInput(file, note)
}

export interface Options {
  /** Which sound track is heard, from 1; otherwise the first that is not silent. */
  readonly track: number | undefined
  readonly note: Note
}

/**
 * The decoded sound of `file`, packet by packet, in its own rate and channels;
 * nothing for a packet that holds none.
 * Throws `Unsupported`, `Undecodable`, `NoSuchTrack`, or whatever a library makes of a broken file.
 */
export async function* pieces(file: Uint8Array, { note, track }: Options): Pieces {
  if (file.length === 0) throw new Undecodable("is empty")
  const notes = makeNotes(note)
  const sound = await open(file, notes.note)
  try {
    yield* chosen(sound, track, notes)
  } finally {
    sound.close()
  }
}
