/** Small files of every kind that the API takes, and ways to damage them. */
import { createMp3Encoder, createOggEncoder, type WasmMediaEncoder } from "wasm-media-encoders"
import { bmp, docx, gif, hugePng, pdf, pdfText, pptx, wav, wordParagraph, xlsx, zip } from "../chat/Files.ts"
import type { Chance } from "./Chance.ts"

export interface MediaFile {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

export interface Files {
  readonly audio: ReadonlyArray<MediaFile>
  readonly documents: ReadonlyArray<MediaFile>
}

const SAMPLE_RATE = 44_100

const encoded = (encoder: WasmMediaEncoder<"audio/mpeg"> | WasmMediaEncoder<"audio/ogg">): Buffer => {
  encoder.configure({ channels: 1, sampleRate: SAMPLE_RATE })
  const samples = Float32Array.from({ length: SAMPLE_RATE / 4 }, (_, at) => Math.sin(at / 16) / 3)
  return Buffer.concat([encoder.encode([samples]).slice(), encoder.finalize().slice()])
}

/** A page of so many drawing operators, which is small when written and large when read. */
const busyPdf = (operators: number): Buffer => pdf([`${"1 2 3 4 5 6 c ".repeat(operators)}S`])

export const make = async (): Promise<Files> => {
  const picture = bmp(4, 4, (x, y) => [x * 60, y * 60, 0])
  return {
    audio: [
      { name: "a.wav", type: "audio/wav", bytes: wav(8_000) },
      { name: "a.mp3", type: "audio/mpeg", bytes: encoded(await createMp3Encoder()) },
      { name: "a.ogg", type: "audio/ogg", bytes: encoded(await createOggEncoder()) }
    ],
    documents: [
      { name: "a.pdf", type: "application/pdf", bytes: pdf([pdfText([[12, "Buna dhugi."]])]) },
      { name: "b.pdf", type: "application/pdf", bytes: busyPdf(20_000) },
      {
        name: "a.docx",
        type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        bytes: docx(wordParagraph("ሰላም"))
      },
      {
        name: "a.pptx",
        type: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        bytes: pptx([{ title: "ሰላም", points: [[0, "a"]] }])
      },
      { name: "a.xlsx", type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", bytes: xlsx([]) },
      {
        name: "z.docx",
        type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        bytes: zip([{ name: "word/document.xml", bytes: Buffer.alloc(4_000_000), claims: 10 }])
      },
      { name: "a.txt", type: "text/plain", bytes: Buffer.from("ሰላም") },
      { name: "a.rtf", type: "application/rtf", bytes: Buffer.from(`{\\rtf1 ${"{".repeat(200)}x${"}".repeat(200)}}`) },
      { name: "a.bmp", type: "image/bmp", bytes: picture },
      { name: "a.gif", type: "image/gif", bytes: gif() },
      { name: "a.png", type: "image/png", bytes: hugePng(60_000, 60_000) },
      { name: "a.wav", type: "audio/wav", bytes: wav(800) }
    ]
  }
}

/** Bytes of which some are changed, missing, or doubled; or a file of another kind altogether. */
export const damage = (bytes: Buffer, chance: Chance): Buffer => {
  const copy = Buffer.from(bytes)
  const from = chance.int(Math.max(1, copy.length))
  return chance.pick<() => Buffer>(
    () => {
      for (let flips = 0; flips < 1 + copy.length / 200; flips++) {
        const at = chance.int(Math.max(1, copy.length))
        copy[at] = (copy[at] ?? 0) ^ (1 << chance.int(8))
      }
      return copy
    },
    // Lengths and counts stand in the first bytes.
    () => copy.fill(chance.pick(0, 0xff, 0x7f), Math.min(copy.length, 4 + chance.int(40)), Math.min(copy.length, 60)),
    () => copy.subarray(0, from),
    () => Buffer.concat([copy, copy]),
    () => Buffer.concat([copy.subarray(0, from), chance.bytes(64), copy.subarray(from)]),
    () => Buffer.alloc(0),
    () => chance.bytes(chance.size(1, 12, 100, 3_000)),
    () => Buffer.concat([copy.subarray(0, 64), Buffer.alloc(chance.size(1_000, 100_000, 3_000_000), chance.int(256))])
  )()
}
