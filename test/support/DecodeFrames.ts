/** Reads `mp3-frames-v1` as a client would. */
export interface DecodedFrames {
  readonly frames: ReadonlyArray<Uint8Array>
  // biome-ignore lint/suspicious/noExplicitAny: what a client finds in JSON
  readonly outcome: any
}

export const decodeFrames = (bytes: Uint8Array): DecodedFrames => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frames: Array<Uint8Array> = []
  let at = 0
  for (let length = view.getUint32(at); length > 0; length = view.getUint32(at)) {
    if (length > 2 * 1024 * 1024) throw new Error(`a frame of ${length} bytes`)
    frames.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return { frames, outcome: JSON.parse(new TextDecoder().decode(bytes.subarray(at + 4))) }
}
