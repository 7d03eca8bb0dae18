/** The formats as plain values, for worker threads: `AudioEncoder` and all that it is made with they need not load. */

/** What each format is: sample rate in hertz, MIME type, file name ending. */
export const formats = {
  mp3_44100: { sampleRate: 44_100, mimeType: "audio/mpeg", extension: "mp3" },
  wav_44100: { sampleRate: 44_100, mimeType: "audio/wav", extension: "wav" },
  pcm_16000: { sampleRate: 16_000, mimeType: "audio/wav", extension: "wav" },
  wav_24000: { sampleRate: 24_000, mimeType: "audio/wav", extension: "wav" },
  opus_48000: { sampleRate: 48_000, mimeType: "audio/ogg", extension: "opus" },
  flac_44100: { sampleRate: 44_100, mimeType: "audio/flac", extension: "flac" },
  aac_44100: { sampleRate: 44_100, mimeType: "audio/aac", extension: "aac" }
} as const
