/** Names of elements of Matroska (RFC 9559), and what stands behind those of them that files may leave out. */

export const EBML = 0x1a45dfa3
export const SEGMENT = 0x18538067
export const INFO = 0x1549a966
export const TRACKS = 0x1654ae6b
export const CLUSTER = 0x1f43b675
/** Files of any kind. */
export const ATTACHMENTS = 0x1941a469

export const TIMESTAMP_SCALE = 0x2ad7b1
/** Nanoseconds of a tick, where a file does not say it. */
export const USUAL_SCALE = 1_000_000
export const NANOS = 1_000_000_000

export const TRACK_ENTRY = 0xae
export const TRACK_NUMBER = 0xd7
export const CODEC_ID = 0x86
export const CODEC_PRIVATE = 0x63a2
export const CODEC_DELAY = 0x56aa
/** The longest delay that a codec has, and the most of a block's end that is not played; what says more is damaged. */
export const LONGEST_DELAY_SECONDS = 1
export const ENCODINGS = 0x6d80
/** Of an encoding, which is none where it has neither. */
export const COMPRESSION = 0x5034
export const ENCRYPTION = 0x5035

export const CLUSTER_TIME = 0xe7
export const BLOCK_GROUP = 0xa0
export const BLOCK = 0xa1
export const SIMPLE_BLOCK = 0xa3
export const DISCARD_PADDING = 0x75a2
