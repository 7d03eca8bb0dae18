/** What of the decoder of bzip2 is used here; the package has no types of its own. */
declare module "seek-bzip" {
  interface Source {
    /** The next byte, 0 to 255. */
    readonly readByte: () => number
    /** Fills `buffer`; how many bytes it wrote. */
    readonly read: (buffer: Uint8Array, offset: number, length: number) => number
  }
  interface Target {
    readonly writeByte: (byte: number) => void
  }
  /** Its methods are those that its own `decode` calls, one block at a time. It throws on what is damaged. */
  export default class Bunzip {
    /** Reads the header of a stream. */
    constructor(source: Source, target: Target)
    streamCRC: number
    readonly reader: { readonly read: (bits: number) => number }
    /** Reads one block; false at the end of the stream. */
    _init_block(): boolean
    /** Writes the block. */
    _read_bunzip(): number
    /** Reads the header of a further stream. */
    _start_bunzip(source: Source, target: Target): void
  }
}
