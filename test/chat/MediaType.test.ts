import { expect, test } from "bun:test"
import { Effect, FastCheck } from "effect"
import { detect, type MediaType } from "../../src/chat/MediaType.ts"
import { forAllAsync } from "../support/Property.ts"
import * as Files from "./Files.ts"

const typeOf = async (bytes: Uint8Array): Promise<MediaType | string> => {
  const found = await Effect.runPromise(detect(bytes))
  return "mimeType" in found ? found.mimeType : found._tag
}

const text = (value: string) => Buffer.from(value)
const hex = (value: string) => Buffer.from(value.replace(/ /g, ""), "hex")
const padded = (start: Uint8Array, length = 400) => Buffer.concat([start, Buffer.alloc(length)])

const OFFICE = "application/vnd.openxmlformats-officedocument"

test("every accepted file format is known by its bytes", async () => {
  const photo = Files.bmp(8, 8, () => [1, 2, 3])
  const files: ReadonlyArray<readonly [MediaType, Uint8Array]> = [
    ["image/jpeg", await new Bun.Image(photo).jpeg().bytes()],
    ["image/png", await new Bun.Image(photo).png().bytes()],
    ["image/webp", await new Bun.Image(photo).webp().bytes()],
    ["image/gif", Files.gif()],
    ["image/bmp", photo],
    ["image/heic", Buffer.concat([hex("00000018"), text("ftypheic"), Buffer.alloc(32)])],
    ["image/heic", Buffer.concat([hex("00000018"), text("ftypmif1\0\0\0\0mif1heic"), Buffer.alloc(32)])],
    ["application/pdf", Files.pdf([""])],
    ["application/pdf", Buffer.concat([text("\ufeff \r\n"), Files.pdf([""])])],
    ["application/pdf", Buffer.concat([Buffer.alloc(100), Files.pdf([""])])],
    ["text/plain", text("ሰላም\tAkkam\r\n")],
    ["text/plain", text("\ufeffhello")],
    ["text/plain", Buffer.from("\ufeffሰላም", "utf16le")],
    ["text/plain", Buffer.from("\ufeffሰላም", "utf16le").swap16()],
    ["text/plain", Buffer.from("Akkam jirtu? ሰላም", "utf16le")],
    ["text/plain", Buffer.from("Akkam jirtu? ሰላም", "utf16le").swap16()],
    ["text/plain", Buffer.from("un petit caf\xe9", "latin1")],
    ["application/rtf", text("{\\rtf1 hi}")],
    [`${OFFICE}.wordprocessingml.document`, Files.docx("")],
    [`${OFFICE}.presentationml.presentation`, Files.pptx([])],
    [`${OFFICE}.spreadsheetml.sheet`, Files.xlsx([])],
    ["audio/wav", Files.wav(4)],
    ["audio/mpeg", padded(hex("fffb9064"))],
    ["audio/mpeg", padded(hex("49443304000000000004 00000000 fff3 40c4"))],
    ["audio/mp4", padded(Buffer.concat([hex("00000020"), text("ftypM4A ")]))],
    ["audio/mp4", padded(Buffer.concat([hex("00000020"), text("ftypisom")]))],
    ["audio/flac", padded(text("fLaC"))],
    ["audio/ogg", padded(text("OggS"))],
    ["audio/webm", padded(Buffer.concat([hex("1a45dfa3 9f 4286 81 01 4282 84"), text("webm")]))],
    ["video/quicktime", padded(Buffer.concat([hex("00000020"), text("ftypqt  ")]))],
    ["audio/aiff", padded(text("FORM\0\0\0\x10AIFFCOMM"))],
    ["audio/aiff", padded(text("FORM\0\0\0\x10AIFCFVER"))],
    ["audio/x-caf", padded(text("caff\0\x01\0\0desc"))],
    ["audio/matroska", padded(Buffer.concat([hex("1a45dfa3 9f 4282 88"), text("matroska")]))]
  ]
  for (const [expected, bytes] of files) expect(await typeOf(bytes)).toBe(expected)
})

test("a file that is nearly of an accepted format is not taken for it", async () => {
  const files: ReadonlyArray<readonly [string, Uint8Array]> = [
    // Text that begins like something else.
    ["text/plain", text("BMW and Volkswagen, a comparison of engines")],
    ["text/plain", text("A paper about %PDF-1.4 headers")],
    ["text/plain", text("ID3 is a tag")],
    ["text/plain", text("RIFF and WAVE")],
    // Relatives that are not accepted.
    ["Unknown", padded(Buffer.concat([hex("00000020"), text("ftypavif")]))],
    ["Unknown", padded(Buffer.concat([text("RIFF"), hex("00000000"), text("AVI LIST")]))],
    ["Unknown", padded(hex("fff15080"))],
    ["Unknown", Files.zip([{ name: "a.txt", bytes: "hello" }])],
    ["Unknown", Buffer.from(`PK\x05\x06${"\0".repeat(18)}`, "latin1")],
    ["Unknown", Files.zip([{ name: "word/document.xml", bytes: "<a/>" }])],
    [
      "Unknown",
      Files.zip([
        { name: "[Content_Types].xml", bytes: "" },
        { name: "xl/workbook.bin", bytes: "" }
      ])
    ],
    ["Unknown", Buffer.from("PK\x03\x04 and nothing more", "latin1")],
    ["Unknown", Buffer.from("caf\xe9", "latin1")],
    ["Unknown", text("text with \0 in it")],
    ["Unknown", text("text with \0 in itt")],
    ["Unknown", Buffer.from(Int16Array.from({ length: 200 }, (_, index) => (index * 37) % 300).buffer)],
    ["Unknown", hex("fffe00d8")],
    ["Unknown", padded(hex("d0cf11e0a1b11ae1"))],
    ["Encrypted", Buffer.concat([hex("d0cf11e0a1b11ae1"), Buffer.from("EncryptedPackage", "utf16le")])],
    ["Empty", new Uint8Array(0)]
  ]
  for (const [expected, bytes] of files) expect([await typeOf(bytes), bytes.length]).toEqual([expected, bytes.length])
})

test("any text without control characters is a text file, or what it begins like", async () => {
  await forAllAsync({ numRuns: 200 }, FastCheck.string({ unit: "grapheme", minLength: 1 }), async (value) => {
    const printable = `. ${value.replace(/\p{Cc}/gu, "")}`.toWellFormed()
    expect(await typeOf(text(printable))).toBe("text/plain")
  })
})

test("no bytes make the recognition of file types fail", async () => {
  const start = FastCheck.constantFrom("PK\x03\x04", "ID3", "%PDF-1", "BM", "\xff\xfe", "RIFF", "GIF89a", "")
  await forAllAsync({ numRuns: 300 }, start, FastCheck.uint8Array({ maxLength: 200 }), async (magic, rest) => {
    expect(typeof (await typeOf(Buffer.concat([Buffer.from(magic, "latin1"), rest])))).toBe("string")
  })
})

test("a file of no accepted type is named where its bytes tell what it is", async () => {
  const compound = Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(64),
    Buffer.from("WordDocument", "utf16le")
  ])
  const at = (place: number, text: string) =>
    Buffer.concat([Buffer.alloc(place), Buffer.from(text, "latin1"), Buffer.alloc(32)])
  const files = [
    [at(4, "ftypavif"), "AVIF"],
    [at(4, "ftyp3gp4"), undefined],
    [at(0, "II*\0"), "TIFF"],
    [at(0, "\xd7\xcd\xc6\x9a"), "Windows Metafile (WMF)"],
    [at(40, " EMF"), "Enhanced Metafile (EMF)"],
    [at(0, "8BPS\0\x01"), "Photoshop (PSD)"],
    [at(0, "\0\0\0\x0cjP  \r\n\x87\n"), "JPEG 2000"],
    [at(0, "\xff\x4f\xff\x51\0\x2f"), "JPEG 2000"],
    [at(0, "\xff\x0a\xfa\x1f"), "JPEG XL"],
    [at(0, "\0\0\0\x0cJXL \r\n\x87\n"), "JPEG XL"],
    [at(0, "AT&TFORM\0\0\x10\0DJVU"), "DjVu"],
    [at(0, "P6\n# by a scanner\n8 8\n255\n"), "PPM"],
    [at(0, "P5 8 8 255\n"), "PGM"],
    [at(0, "P4\n8 8\n"), "PBM"],
    [at(0, "P7\nWIDTH 8\nHEIGHT 8\n"), "PAM"],
    [at(0, "P6 and nothing of a picture"), undefined],
    [padded(hex("0a 05 01 08 0000 0000 0700 0700 4800 4800")), "PCX"],
    [padded(hex("0a 07 01 08 0000 0000 0700 0700")), undefined],
    [padded(hex("00 00 02 0000000000 0000 0000 0800 0800 18 20")), "TGA"],
    [padded(hex("04 00 0a 0000000000 0000 0000 0800 0800 20 28")), "TGA"],
    [padded(hex("00 01 01 0000 0001 18 0000 0000 0800 0800 08 00")), "TGA"],
    [padded(hex("00 00 02 0000000000 0000 0000 0800 0000 18 20")), undefined],
    [padded(hex("00 00 02 00 0100 2020 0000 0800 0800 18 20")), undefined],
    [compound, "Word 97 to 2003 (DOC)"],
    [Files.zip([{ name: "content.xml", bytes: "<a/>" }]), "OpenDocument (ODT, ODS, ODP)"],
    [Files.zip([{ name: "a", bytes: "b" }]), "ZIP"],
    [Buffer.from([1, 2, 3, 0xff, 0]), undefined]
  ] as const
  for (const [bytes, name] of files) {
    const found = await Effect.runPromise(detect(bytes))
    expect(found).toEqual({ _tag: "Unknown", ...(name === undefined ? { name: undefined } : { name }) })
  }
})
