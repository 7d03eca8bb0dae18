/** Files of every accepted kind, made by hand, and some that nobody should send. */
import { crc32, deflateRawSync } from "node:zlib"

export interface ZipPart {
  readonly name: string
  readonly bytes: Uint8Array | string
  /** Bytes that the archive says the part inflates to, where that is a lie. */
  readonly claims?: number
  readonly isEncrypted?: boolean
}

const header = (length: number, fill: (buffer: Buffer) => void): Buffer => {
  const buffer = Buffer.alloc(length)
  fill(buffer)
  return buffer
}

/** A zip archive with all parts deflated. */
export const zip = (parts: ReadonlyArray<ZipPart>): Buffer => {
  const local: Array<Buffer> = []
  const central: Array<Buffer> = []
  let offset = 0
  for (const part of parts) {
    const bytes = Buffer.from(part.bytes)
    const name = Buffer.from(part.name)
    const deflated = deflateRawSync(bytes)
    const common = (buffer: Buffer, at: number) => {
      buffer.writeUInt16LE(20, at)
      buffer.writeUInt16LE(part.isEncrypted === true ? 1 : 0, at + 2)
      buffer.writeUInt16LE(8, at + 4)
      buffer.writeUInt32LE(crc32(bytes), at + 10)
      buffer.writeUInt32LE(deflated.length, at + 14)
      buffer.writeUInt32LE(part.claims ?? bytes.length, at + 18)
      buffer.writeUInt16LE(name.length, at + 22)
    }
    const first = header(30, (buffer) => {
      buffer.writeUInt32LE(0x04034b50, 0)
      common(buffer, 4)
    })
    const at = offset
    central.push(
      header(46, (buffer) => {
        buffer.writeUInt32LE(0x02014b50, 0)
        common(buffer, 6)
        buffer.writeUInt32LE(at, 42)
      }),
      name
    )
    local.push(first, name, deflated)
    offset += first.length + name.length + deflated.length
  }
  const size = central.reduce((sum, { length }) => sum + length, 0)
  const end = header(22, (buffer) => {
    buffer.writeUInt32LE(0x06054b50, 0)
    buffer.writeUInt16LE(parts.length, 8)
    buffer.writeUInt16LE(parts.length, 10)
    buffer.writeUInt32LE(size, 12)
    buffer.writeUInt32LE(offset, 16)
  })
  return Buffer.concat([...local, ...central, end])
}

const relationships = (entries: ReadonlyArray<readonly [id: string, type: string, target: string]>): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="http://example.com/r/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`

const types: ZipPart = { name: "[Content_Types].xml", bytes: "<Types/>" }

/** An office document of these parts; each part's relationships by its name, the package's by `""`. */
export const office = (
  parts: Readonly<Record<string, string | Uint8Array>>,
  relations: Readonly<Record<string, ReadonlyArray<readonly [id: string, type: string, target: string]>>>
): Buffer =>
  zip([
    types,
    ...Object.entries(relations).map(([part, entries]) => {
      const slash = part.lastIndexOf("/") + 1
      return { name: `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`, bytes: relationships(entries) }
    }),
    ...Object.entries(parts).map(([name, bytes]) => ({ name, bytes }))
  ])

const escapeXml = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")

/** The XML of a Word paragraph. */
export const wordParagraph = (text: string, properties = ""): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`

export const wordTable = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  `<w:tbl>${rows
    .map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join("")}</w:tr>`)
    .join("")}</w:tbl>`

const wordStyles = `<w:styles>
  <w:style w:type="paragraph" w:styleId="Kop1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="Own"><w:name w:val="My own"/><w:basedOn w:val="Kop2"/></w:style>
  <w:style w:type="paragraph" w:styleId="Kop2"><w:name w:val="heading 2"/></w:style>
</w:styles>`

export const docxParts = (body: string, notes = ""): ReadonlyArray<ZipPart> => [
  types,
  { name: "_rels/.rels", bytes: relationships([["rId1", "officeDocument", "word/document.xml"]]) },
  {
    name: "word/_rels/document.xml.rels",
    bytes: relationships([
      ["rId1", "styles", "styles.xml"],
      ["rId2", "footnotes", "/word/footnotes.xml"]
    ])
  },
  { name: "word/styles.xml", bytes: wordStyles },
  { name: "word/footnotes.xml", bytes: `<w:footnotes>${notes}</w:footnotes>` },
  {
    name: "word/document.xml",
    bytes: `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`
  }
]

export const docx = (body: string, notes = ""): Buffer => zip(docxParts(body, notes))

export interface Slide {
  readonly title: string
  /** Paragraphs with their levels. */
  readonly points: ReadonlyArray<readonly [level: number, text: string]>
  readonly notes?: string
}

const shape = (placeholder: string, paragraphs: string): string =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${placeholder}"/></p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`

const point = (level: number, text: string): string =>
  `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p>`

/** A presentation whose slides lie in the archive in the opposite order. */
export const pptx = (slides: ReadonlyArray<Slide>): Buffer =>
  zip([
    types,
    { name: "_rels/.rels", bytes: relationships([["rId1", "officeDocument", "ppt/presentation.xml"]]) },
    {
      name: "ppt/presentation.xml",
      bytes: `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides
        .map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`)
        .join("")}</p:sldIdLst></p:presentation>`
    },
    {
      name: "ppt/_rels/presentation.xml.rels",
      bytes: relationships(slides.map((_, index) => [`s${index}`, "slide", `slides/slide${slides.length - index}.xml`]))
    },
    ...slides.flatMap(({ notes, points, title }, index) => {
      const number = slides.length - index
      const body = points.map(([level, text]) => point(level, text)).join("")
      const slide = `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shape("title", point(0, title))}${shape("body", body)}${shape("sldNum", point(0, "99"))}</p:spTree></p:cSld></p:sld>`
      const parts: Array<ZipPart> = [{ name: `ppt/slides/slide${number}.xml`, bytes: slide }]
      if (notes !== undefined) {
        parts.push(
          {
            name: `ppt/slides/_rels/slide${number}.xml.rels`,
            bytes: relationships([["n", "notesSlide", `../notesSlides/notes${number}.xml`]])
          },
          {
            name: `ppt/notesSlides/notes${number}.xml`,
            bytes: `<p:notes xmlns:p="p" xmlns:a="a">${shape("body", point(0, notes))}${shape("sldNum", point(0, "99"))}</p:notes>`
          }
        )
      }
      return parts
    })
  ])

/** The XML of a cell: `style` 1 is a date, 2 a date by a format of its own. */
export const cell = (reference: string, type: string, value: string, style = 0): string =>
  type === "inlineStr"
    ? `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
    : `<c r="${reference}" t="${type}" s="${style}"><v>${escapeXml(value)}</v></c>`

export interface SheetFile {
  readonly name: string
  readonly isHidden?: boolean
  /** The XML of its cells, row by row. */
  readonly rows: ReadonlyArray<string>
}

export const xlsx = (sheets: ReadonlyArray<SheetFile>, strings: ReadonlyArray<string> = []): Buffer =>
  zip([
    types,
    { name: "_rels/.rels", bytes: relationships([["rId1", "officeDocument", "/xl/workbook.xml"]]) },
    {
      name: "xl/workbook.xml",
      bytes: `<workbook xmlns:r="r"><sheets>${sheets
        .map(
          ({ isHidden, name }, index) =>
            `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" ${isHidden === true ? 'state="hidden" ' : ""}r:id="s${index}"/>`
        )
        .join("")}</sheets></workbook>`
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      bytes: relationships([
        ...sheets.map((_, index) => [`s${index}`, "worksheet", `worksheets/sheet${index}.xml`] as const),
        ["t", "sharedStrings", "sharedStrings.xml"],
        ["f", "styles", "styles.xml"]
      ])
    },
    {
      name: "xl/styles.xml",
      bytes: `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`
    },
    {
      name: "xl/sharedStrings.xml",
      bytes: `<sst>${strings.map((text) => `<si><r><t>${escapeXml(text.slice(0, 1))}</t></r><r><t>${escapeXml(text.slice(1))}</t></r><rPh><t>not this</t></rPh></si>`).join("")}</sst>`
    },
    ...sheets.map(({ rows }, index) => ({
      name: `xl/worksheets/sheet${index}.xml`,
      bytes: `<worksheet><sheetData>${rows.map((cells) => `<row>${cells}</row>`).join("")}</sheetData></worksheet>`
    }))
  ])

/** A PDF with these content streams as its pages; `F1` is Helvetica. */
export const pdf = (pages: ReadonlyArray<string>, trailer = ""): Buffer => {
  const objects = ["<</Type/Catalog/Pages 2 0 R>>", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
  const kids = pages.map((content) => {
    objects.push(`<</Length ${content.length}>>\nstream\n${content}\nendstream`)
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${objects.length} 0 R>>`
    )
    return `${objects.length} 0 R`
  })
  objects[1] = `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(" ")}]>>`
  const pieces = ["%PDF-1.4\n"]
  let length = 9
  const offsets = objects.map((object, index) => {
    const at = length
    const piece = `${index + 1} 0 obj\n${object}\nendobj\n`
    pieces.push(piece)
    length += piece.length
    return at
  })
  pieces.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`,
    ...offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`),
    `trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF`
  )
  return Buffer.from(pieces.join(""), "latin1")
}

/** A page with these lines from the top, each with its size. */
export const pdfText = (lines: ReadonlyArray<readonly [size: number, text: string]>): string =>
  `BT 72 740 Td ${lines.map(([size, text]) => `/F1 ${size} Tf 0 -${size * 1.4} Td (${text}) Tj`).join(" ")} ET`

/** A PDF that wants a password. */
export const encryptedPdf = (): Buffer =>
  pdf(
    [pdfText([[12, "secret"]])],
    `/ID[<${"00".repeat(16)}><${"00".repeat(16)}>]/Encrypt<</Filter/Standard/V 1/R 2/O<${"11".repeat(32)}>/U<${"22".repeat(32)}>/P -4>>`
  )

/** An uncompressed bitmap of 24 bits a pixel: blue, green, red. */
export const bmp = (
  width: number,
  height: number,
  color: (x: number, y: number) => readonly [number, number, number]
) => {
  const stride = (width * 3 + 3) & ~3
  const file = Buffer.alloc(54 + stride * height)
  file.write("BM", "latin1")
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(-height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      [file[54 + y * stride + x * 3], file[55 + y * stride + x * 3], file[56 + y * stride + x * 3]] = color(x, y)
  }
  return file
}

/** A GIF of one pixel and two frames: red, then blue. */
export const gif = (): Buffer => {
  const frame = (codes: ReadonlyArray<number>) => [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, ...codes, 0]
  const pause = [0x21, 0xf9, 4, 0, 10, 0, 0, 0]
  const colors = [0xff, 0, 0, 0, 0, 0xff]
  return Buffer.concat([
    Buffer.from("GIF89a"),
    Buffer.from([1, 0, 1, 0, 0x80, 0, 0, ...colors, ...pause, ...frame([0x44, 1]), ...pause, ...frame([0x4c, 1]), 0x3b])
  ])
}

/** A PNG that says it is this large, and holds nothing. */
export const hugePng = (width: number, height: number): Buffer => {
  const body = header(17, (buffer) => {
    buffer.write("IHDR", "latin1")
    buffer.writeUInt32BE(width, 4)
    buffer.writeUInt32BE(height, 8)
    buffer.set([8, 2, 0, 0, 0], 12)
  })
  const data = Buffer.concat([Buffer.from("IDAT"), deflateRawSync(Buffer.alloc(100))])
  const chunk = (content: Buffer) => {
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(content.length - 4, 0)
    ends.writeUInt32BE(crc32(content), 4)
    return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)])
  }
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk(body),
    chunk(data),
    chunk(Buffer.from("IEND"))
  ])
}

export const wav = (samples: number): Buffer => {
  const file = Buffer.alloc(44 + samples * 2)
  file.write("RIFF", 0, "latin1")
  file.writeUInt32LE(file.length - 8, 4)
  file.write("WAVEfmt ", 8, "latin1")
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(16_000, 24)
  file.writeUInt32LE(32_000, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write("data", 36, "latin1")
  file.writeUInt32LE(samples * 2, 40)
  return file
}
