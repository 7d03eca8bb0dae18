/** Pages of PDFs whose text is not all that they show. The inputs in `pdf/` are described in their README. */
import { afterAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { longTest } from "../support/Long.ts"
import * as Files from "./Files.ts"
import { failure, makeReader, right } from "./Reader.ts"

const reader = makeReader()
afterAll(reader.stop)

const read = async (name: string) =>
  right(await reader.document(readFileSync(new URL(`pdf/${name}.pdf`, import.meta.url))))

const SHOWN = "# Page 1\n\n[This page is also shown: picture 1.]\n\n"
const AGREEMENT = [
  "This agreement is made between the owner of the house",
  "and the tenant, who pays the rent each month on the fifth",
  "day, and leaves the house as it was found at the end."
].join("\n")

const scans: Readonly<Record<string, string>> = {
  "scan-camscanner": "Scanned with CamScanner",
  "scan-rotated": "Scanned with an app by somebody in the office today",
  "scan-turned-image": "Registered at the office of documents, number 4711",
  "scan-strips": "Scanned with an app: this line is long enough to count",
  "scan-tiles-in-form": "A stamp of the registry office, number 12345, 2015",
  "scan-margins": "Page 1 of the scanned register of the city of Adama",
  "scan-ocr": AGREEMENT
}
for (const [name, text] of Object.entries(scans)) {
  test(`a PDF page that pictures cover most of is shown, beside its text: ${name}`, async () => {
    const found = await read(name)
    expect(found.text).toBe(SHOWN + text)
    expect(found.pictures).toHaveLength(1)
    expect(found.leftOut).toEqual([])
  })
}

test("a PDF page with drawn boxes to tick is shown, as a form is whose fields were made a part of the page", async () => {
  const { pictures, text } = await read("form-flattened")
  expect(text).toStartWith(`${SHOWN}Marital status: Single Married Widowed`)
  expect(pictures).toHaveLength(1)
  const drawn = (...squares: ReadonlyArray<string>) =>
    reader.document(Files.pdf([`BT /F1 12 Tf 50 50 Td (${"Text of a page ".repeat(3)}) Tj ET ${squares.join(" ")}`]))
  for (const squares of [
    ["10 10 9 9 re S"],
    ["10 10 3 3 re f", "30 10 3 3 re f"],
    ["10 10 90 9 re S", "10 30 90 9 re S"]
  ])
    expect(right(await drawn(...squares)).pictures).toHaveLength(0)
})

for (const name of ["no-clipped", "no-off-page", "no-overlapping"]) {
  test(`pictures of a PDF page count by what can be seen of them, each place once: ${name}`, async () => {
    const found = await read(name)
    expect([found.text, found.pictures]).toEqual([`# Page 1\n\n${AGREEMENT}`, []])
  })
}

test("of several PDF pages those that pictures cover are shown, in their order", async () => {
  const { pictures, text } = await read("mix")
  expect(pictures).toHaveLength(1)
  expect(text).toContain("# Page 2\n\n[This page is also shown: picture 1.]\n\nScanned with an app")
  expect(text).toContain(`# Page 3\n\n${AGREEMENT}`)
})

test("a PDF page without text is a picture", async () => {
  const { pictures, text } = await read("scan-plain")
  expect(text).toBe("# Page 1\n\n[This page is a picture: picture 1.]")
  const metadata = await new Bun.Image(pictures[0]?.bytes ?? new Uint8Array()).metadata()
  expect(metadata.height).toBe(1600)
})

test("a PDF page in a font without names of its characters is shown, and its glyphs are not taken for text", async () => {
  const [named, unnamed] = [await read("amharic-with-names"), await read("amharic-without-names")]
  expect(named.text).toStartWith("# Page 1\n\nየኪራይ ውል\nአከራይ ቤት አስተዳደር\n")
  expect(named.pictures).toEqual([])
  expect(unnamed.text).toBe("# Page 1\n\n[This page is a picture: picture 1.]")
  expect(unnamed.pictures).toHaveLength(1)
})

for (const name of ["fonts-part", "fonts-private", "fonts-replacement", "fonts-zero"]) {
  test(`a PDF page where one character in ten has no Unicode is shown, beside the text that can be read: ${name}`, async () => {
    const { leftOut, pictures, text } = await read(name)
    expect(text).toStartWith(`${SHOWN}Ordinary words of a page that is long 0\nOrdinary`)
    expect(text).not.toMatch(/[\p{Co}\ufffd\0]/u)
    expect([pictures.length, leftOut]).toEqual([1, []])
  })
}

test("a PDF page where fewer than one character in ten has no Unicode is text, with gaps marked and reported", async () => {
  const { leftOut, pictures, text } = await read("fonts-little")
  expect(text).toStartWith("# Page 1\n\n\ufffd\n")
  expect(text).toContain("Ordinary words of a page that is long 24")
  expect(pictures).toEqual([])
  expect(leftOut).toEqual(["Page 1 has characters without Unicode, which are left out."])
})

for (const name of ["fonts-codes", "fonts-before-unicode"]) {
  test(`a PDF page is shown whose font gives Ethiopic letters the codes of Latin ones, and those are not its text: ${name}`, async () => {
    const { leftOut, pictures, text } = await read(name)
    expect(text).toBe("# Page 1\n\n[This page is a picture: picture 1.]")
    expect([pictures.length, leftOut]).toEqual([1, []])
  })
}

test("a PDF page is shown whose pictures take far more room than its words, though less than half of it", async () => {
  const { leftOut, pictures, text } = await read("scan-cards")
  expect(text).toBe(`${SHOWN}Copy of an identity card, front and back, for the register`)
  expect([pictures.length, leftOut]).toEqual([1, []])
})

test("of a PDF page with a picture beside much text it is said that the picture is not included, and not of an ornament", async () => {
  const { leftOut, pictures } = await read("picture-beside")
  expect([pictures.length, leftOut]).toEqual([0, ["Page 1 has pictures, which are not included."]])
})

const married = "Marital status: [ ] Single [x] Married [ ] Widowed"
const marks = `${married}\nKebele: Kebele Two\nGender: (x) Female ( ) Male\nSkills: Farming`
const above = "First name Chaltu Father's name Gemechu\nTown Jimma Region Oromia"
const forms: Readonly<Record<string, string>> = {
  "form-filled": [
    "Loan application form",
    "Full name of applicant: Abebe Examplesson",
    "Account number: 1000-2222-3333",
    "Amount requested (ETB): 275000",
    "Purpose of the loan: coffee washing station",
    "Married: [x]",
    "Branch: Jimma"
  ].join("\n"),
  "form-marks": marks,
  "form-marks-orphans": marks,
  "form-above": above,
  "form-need-appearances": above,
  "form-inline":
    "I, Tola Bekele , born in Harar agree to the terms above.\nRemarks of the office: Paid in full Receipt 88",
  "form-landscape": "Full name: Lensa Dibaba\nWoreda: Ambo",
  "form-rotated": "Full name: Lensa Dibaba\nWoreda: Ambo"
}
for (const [name, text] of Object.entries(forms)) {
  test(`what stands in a PDF form's fields stands beside their labels, and the page is shown: ${name}`, async () => {
    const found = await read(name)
    expect(found.text).toBe(SHOWN + text)
    expect([found.pictures.length, found.leftOut]).toEqual([1, []])
  })
}

test("a PDF form in which nothing is filled is text alone", async () => {
  const { pictures, text } = await read("form-empty")
  expect(text).toBe(`# Page 1\n\n${AGREEMENT}\nName:\nAgreed`)
  expect(pictures).toEqual([])
})

test("a damaged PDF page is reported as damaged", async () => {
  const whole = Files.pdf([Files.pdfText([[12, "The first page has text"]]), Files.pdfText([[12, "The second page"]])])
  const damaged = Buffer.from(whole.toString("latin1").replace("/Kids[5 0 R", "/Kids[9 0 R"), "latin1")
  const { leftOut, text } = right(await reader.document(damaged))
  expect({ leftOut, hasSecond: text.includes("The second page") }).toEqual({
    leftOut: ["Page 1 is damaged."],
    hasSecond: true
  })
})

const LABELS = `# Page 1\n\n${AGREEMENT}\nName of tenant:\nSignature:`

test("words that were typed onto a page stand in its text, and the page is shown", async () => {
  const { pictures, text } = await read("note-typed")
  expect(text).toBe(`${SHOWN}${AGREEMENT}\nName of tenant: Abebe Kebede\nSignature:`)
  expect(pictures).toHaveLength(1)
})

test("comments on a page stand below its text, with who wrote them and what they are about", async () => {
  const [sticky, marked] = [await read("note-sticky"), await read("note-highlight")]
  expect(sticky.text).toBe(`${LABELS}\n\n[Comment by Chaltu: The fifth is wrong: it must be the tenth.]`)
  expect(marked.text).toBe(
    `${LABELS}\n\n[Comment by Gemechu on “and the tenant, who pay”: Which tenant?]\n[Struck out: “day, a”]`
  )
  expect([...sticky.pictures, ...sticky.leftOut, ...marked.pictures, ...marked.leftOut]).toEqual([])
})

for (const name of ["note-stamp", "note-ink", "form-widgets", "form-drawn-values"]) {
  test(`what is drawn onto a page and has no text makes it a page that is shown: ${name}`, async () => {
    const { pictures, text } = await read(name)
    expect([text.startsWith(SHOWN), pictures.length]).toEqual([true, 1])
  })
}

test("notes that a page hides are not read", async () => {
  const { pictures, text } = await read("note-hidden")
  expect([text, pictures]).toEqual([LABELS, []])
})

test("files within a PDF are said to be left out; of a form in XFA the values are written", async () => {
  const [attached, form] = [await read("attached"), await read("form-xfa")]
  expect(attached).toMatchObject({ text: LABELS, leftOut: ["Files attached to the PDF are not included: note.txt."] })
  expect(form.text).toEndWith("# Values of the form\n\nname: Abebe")
  expect(form.leftOut).toEqual(["Of the PDF's XFA form only the values of its fields are included."])
})

test("lines of a page that lies on its side keep their order", async () => {
  expect((await read("turned-90")).text).toBe(LABELS)
})

/** A PDF of a page that draws form XObjects behind its own content, as programs that flatten forms leave it. */
const pdfWithValues = (
  content: string,
  values: ReadonlyArray<readonly [x: number, y: number, drawn: string]>
): Buffer => {
  const all = [content, ...values.map(([x, y], at) => `q 1 0 0 1 ${x} ${y} cm /X${at} Do Q`)].join("\n")
  const names = values.map((_, at) => `/X${at} ${at + 6} 0 R`).join("")
  const forms = values.map(([, , drawn], at) => {
    const stream = `/Tx BMC q BT /F1 11 Tf 2 3 Td ${drawn} ET Q EMC`
    const head = `/Type/XObject/Subtype/Form/BBox[0 0 200 40]/Resources<</Font<</F1 5 0 R>>>>/Length ${stream.length}`
    return `${at + 6} 0 obj<<${head}>>stream\n${stream}\nendstream endobj\n`
  })
  return Buffer.from(
    `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>/XObject<<${names}>>>>/Contents 4 0 R>>endobj
4 0 obj<</Length ${all.length}>>stream
${all}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${forms.join("")}trailer<</Root 1 0 R/Size ${6 + values.length}>>
%%EOF
`,
    "latin1"
  )
}

/** Words at places of a page. */
const words = (...all: ReadonlyArray<readonly [x: number, y: number, text: string]>): string =>
  all.map(([x, y, text]) => `BT /F1 11 Tf ${x} ${y} Td (${text}) Tj ET`).join("\n")
const INTRODUCTION = words([50, 760, "Loan application form of the cooperative of Jimma"])
const textOfPdf = async (file: Buffer): Promise<string> =>
  right(await reader.document(file)).text.replace(/^# Page 1\n\n(\[.*\]\n\n)?/, "")

test("values that were made a part of a PDF's page as objects of their own stand beside their labels, or below them", async () => {
  const labels = words([50, 700, "Full name"], [50, 680, "Account"], [320, 680, "Branch"], [50, 640, "Remarks"])
  const values = [
    [150, 677, "(1000-2222-3333) Tj"],
    [400, 677, "(Jimma) Tj"],
    [150, 697, "(Abebe Kebede) Tj"],
    [50, 620, "(paid in) Tj 0 -12 Td (two parts) Tj"]
  ] as const
  expect(await textOfPdf(pdfWithValues(`${INTRODUCTION}\n${labels}`, values))).toBe(
    [
      "Loan application form of the cooperative of Jimma",
      "Full name Abebe Kebede",
      "Account 1000-2222-3333 Branch Jimma",
      "Remarks paid in two parts"
    ].join("\n")
  )
})

test("values that are printed behind all labels of a PDF's page stand beside them, in whatever order they come", async () => {
  const labels = words(
    [50, 700, "Full name:"],
    [50, 680, "Account:"],
    [320, 680, "Branch:"],
    [50, 660, "Amount ......."]
  )
  const values = words(
    [130, 660, "275000"],
    [150, 699, "Abebe Kebede"],
    [400, 681, "Jimma"],
    [150, 680, "1000-2222-3333"]
  )
  expect(await textOfPdf(Files.pdf([`${INTRODUCTION}\n${labels}\n${values}`]))).toBe(
    [
      "Loan application form of the cooperative of Jimma",
      "Full name: Abebe Kebede",
      "Account: 1000-2222-3333 Branch: Jimma",
      "Amount ....... 275000"
    ].join("\n")
  )
})

test("values of a flattened PDF form that are narrower than the labels above them part no word of these", async () => {
  const labels = words([50, 700, "First name of applicant"], [300, 700, "Name of the father"])
  const values = [
    [50, 684, "(Ali) Tj"],
    [300, 684, "(Oda) Tj"]
  ] as const
  expect(await textOfPdf(pdfWithValues(`${INTRODUCTION}\n${labels}`, values))).toBe(
    "Loan application form of the cooperative of Jimma\nFirst name of applicant Ali Name of the father Oda"
  )
})

test("a PDF page with values that were made a part of it, and one mark that was, is shown: what is ticked is seen only", async () => {
  const labels = words([50, 700, "Full name"], [50, 680, "Married"])
  const name = [150, 697, "(Abebe Kebede) Tj"] as const
  const tick = [150, 677, "ET 2 2 m 14 14 l 2 14 m 14 2 l S BT"] as const
  const countOf = async (...values: ReadonlyArray<readonly [x: number, y: number, drawn: string]>) =>
    right(await reader.document(pdfWithValues(`${INTRODUCTION}\n${labels}`, values))).pictures.length
  expect([await countOf(name, tick), await countOf(name), await countOf(tick)]).toEqual([1, 0, 0])
})

test("a sentence of a PDF whose gaps were filled by objects of their own is one line", async () => {
  const sentence = words([50, 700, "I,"], [150, 700, ", born in"], [300, 700, "agree to the terms above."])
  const values = [
    [65, 696, "(Tola Bekele) Tj"],
    [210, 696, "(Harar) Tj"]
  ] as const
  expect(await textOfPdf(pdfWithValues(`${INTRODUCTION}\n${sentence}`, values))).toBe(
    "Loan application form of the cooperative of Jimma\nI, Tola Bekele , born in Harar agree to the terms above."
  )
})

test("words that a PDF's line has left of what it had before stand where the page shows them", async () => {
  const sentence = words([50, 700, "I,"], [150, 700, ", born in"], [300, 700, "agree to the terms above."])
  const values = words([65, 700, "Tola Bekele"], [210, 700, "Harar"])
  expect(await textOfPdf(Files.pdf([`${INTRODUCTION}\n${sentence}\n${values}`]))).toBe(
    "Loan application form of the cooperative of Jimma\nI, Tola Bekele , born in Harar agree to the terms above."
  )
})

test("columns of a PDF's page are read one after the other, though a line of the first ends as a label does", async () => {
  const left = [
    "The members have agreed on",
    "these three rules, which are:",
    "to pay each month, and to",
    "come to all the meetings."
  ]
  const rightSide = [
    "Who does not come pays a",
    "fine that the others decide,",
    "and may leave the union at",
    "the end of the same year."
  ]
  const column = (x: number, lines: ReadonlyArray<string>) =>
    words(...lines.map((line, at) => [x, 700 - 13 * at, line] as const))
  expect(await textOfPdf(Files.pdf([`${column(50, left)}\n${column(300, rightSide)}`]))).toBe(
    [...left, ...rightSide].join("\n")
  )
})

test("a page that is all in an object of its own is read as any other", async () => {
  expect(await textOfPdf(pdfWithValues("", [[50, 700, "(Full name: Abebe Kebede of Jimma) Tj"]]))).toBe(
    "Full name: Abebe Kebede of Jimma"
  )
})

test("lines that run upwards or downwards beside a PDF's text are read as lines, behind it", async () => {
  const upwards = "BT /F1 11 Tf 0 1 -1 0 30 300 Tm (Copy of the registry) Tj ET"
  const downwards = "BT /F1 11 Tf 0 -1 1 0 590 500 Tm (Not for sale) Tj ET"
  const text = words([50, 700, "This agreement is made between"], [50, 686, "the owner and the tenant."])
  expect(await textOfPdf(Files.pdf([`${upwards}\n${text}\n${downwards}`]))).toBe(
    ["This agreement is made between", "the owner and the tenant.", "Copy of the registry", "Not for sale"].join("\n")
  )
})

test("words whose letters stand one below the other in a PDF are read as words", async () => {
  const stacked = (x: number, word: string) =>
    Array.from(word, (letter, at) => `BT /F1 11 Tf ${x} ${600 - 13 * at} Td (${letter}) Tj ET`).join("\n")
  const text = words([50, 700, "This agreement is made between"], [50, 686, "the owner and the tenant."])
  expect(await textOfPdf(Files.pdf([`${text}\n${stacked(100, "OROMIA")}\n${stacked(140, "JIMMA")}`]))).toBe(
    ["This agreement is made between", "the owner and the tenant.", "OROMIA", "JIMMA"].join("\n")
  )
})

/** A PDF in Japanese, whose font is known by its name alone, of lines that run as the encoding says. */
const japanese = (encoding: string, ...lines: ReadonlyArray<readonly [x: number, y: number, text: string]>): Buffer => {
  const codes = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex")
  const content = lines.map(([x, y, text]) => `BT /F1 14 Tf ${x} ${y} Td <${codes(text)}> Tj ET`).join("\n")
  const font = "/Type/Font/BaseFont/HeiseiMin-W3"
  return Buffer.from(
    `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>endobj
4 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
5 0 obj<<${font}/Subtype/Type0/Encoding/${encoding}/DescendantFonts[6 0 R]>>endobj
6 0 obj<<${font}/Subtype/CIDFontType0/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/DW 1000/FontDescriptor 7 0 R>>endobj
7 0 obj<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 6/FontBBox[-123 -257 1001 910]/ItalicAngle 0/Ascent 709/Descent -241/CapHeight 709/StemV 69>>endobj
trailer<</Root 1 0 R/Size 8>>
%%EOF
`,
    "latin1"
  )
}
const AGREED = ["この契約は家主と借主の間で結ばれる。", "家賃は毎月五日に支払うものとする。"] as const

test("lines of a PDF that run downwards are read from the right, and their page is shown", async () => {
  const [first, second] = AGREED
  const down = right(await reader.document(japanese("UniJIS-UCS2-V", [500, 700, first], [470, 700, second])))
  expect(down.text).toBe(`${SHOWN}${AGREED.join("\n")}`)
  expect(down.pictures).toHaveLength(1)
  const across = right(await reader.document(japanese("UniJIS-UCS2-H", [50, 700, first], [50, 680, second])))
  expect(across.text).toBe(`# Page 1\n\n${AGREED.join("\n")}`)
})

/** A PDF of blank pages with these notes; PDFium finds the objects without a table of them. */
const pdfWithNotes = (pages: ReadonlyArray<ReadonlyArray<string>>): Buffer =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${index + 3} 0 R`).join(" ")}]>>endobj\n${pages
      .map(
        (notes, index) =>
          `${index + 3} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[${notes.map((note) => `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(${note})>>`).join("")}]>>endobj\n`
      )
      .join("")}trailer<</Root 1 0 R/Size ${pages.length + 3}>>\n%%EOF\n`
  )

test("notes of a PDF's page beyond the first 2,000, or beyond 100,000 characters, are reported as left out", async () => {
  const { leftOut, text } = right(
    await reader.document(
      pdfWithNotes([Array.from({ length: 2_001 }, () => "a"), ["b".repeat(30_000)].concat("c".repeat(70_001))])
    )
  )
  expect(text.split("[Comment: a]")).toHaveLength(2_001)
  expect(leftOut).toContain("Page 1: notes beyond the first 2000 are not included.")
  expect(leftOut).toContain("Page 2: notes beyond the first 100000 characters are not included.")
})

const titled = (...lines: ReadonlyArray<string>): string =>
  ["Loan application form of the cooperative of Jimma", ...lines].join("\n")
const textOfPage = (...parts: ReadonlyArray<string>): Promise<string> =>
  textOfPdf(Files.pdf([[INTRODUCTION, ...parts].join("\n")]))

test("values that are printed behind all labels of a PDF's page stand behind the labels above them", async () => {
  const labels = words(
    [50, 700, "First name"],
    [300, 700, "Name of the father"],
    [50, 660, "Town"],
    [300, 660, "Region"],
    [50, 620, "Remarks of the office"]
  )
  const values: ReadonlyArray<readonly [number, number, string]> = [
    [50, 686, "Chaltu"],
    [302, 686, "Gemechu"],
    [52, 646, "Jimma"],
    [300, 646, "Oromia"],
    [50, 606, "paid in"],
    [50, 593, "two parts"]
  ]
  const expected = titled(
    "First name Chaltu Name of the father Gemechu",
    "Town Jimma Region Oromia",
    "Remarks of the office paid in two parts"
  )
  expect(await textOfPage(labels, words(...values))).toBe(expected)
  const [first, second, third, fourth, ...remarks] = values
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) throw new Error()
  expect(await textOfPage(labels, words(fourth, third, second, first, ...remarks))).toBe(expected)
  const byColumns = words(
    [50, 700, "First name"],
    [50, 660, "Town"],
    [300, 700, "Name of the father"],
    [300, 660, "Region"]
  )
  expect(await textOfPage(byColumns, words(first, third, second, fourth))).toBe(
    titled("First name Chaltu", "Town Jimma", "Name of the father Gemechu", "Region Oromia")
  )
})

test("values of a printed PDF form stand behind their labels where some are to the left and others above", async () => {
  const labels = words([50, 700, "Full name:"], [50, 670, "Town"], [300, 670, "Region"], [50, 630, "Date:"])
  const values = words([150, 700, "Abebe Kebede"], [50, 657, "Jimma"], [300, 657, "Oromia"], [150, 630, "12/03/2016"])
  expect(await textOfPage(labels, values)).toBe(
    titled("Full name: Abebe Kebede", "Town Jimma Region Oromia", "Date: 12/03/2016")
  )
})

const stacked = (x: number, top: number, step: number, lines: ReadonlyArray<string>) =>
  words(...lines.map((line, at) => [x, top - step * at, line] as const))

const unturned: ReadonlyArray<readonly [what: string, parts: ReadonlyArray<string>, text: ReadonlyArray<string>]> = [
  [
    "a table that is drawn column by column",
    [
      words([50, 700, "Item"], [250, 700, "Price"], [450, 700, "Pieces"]),
      stacked(50, 680, 20, ["Tea", "Coffee"]),
      stacked(250, 680, 20, ["5", "7"]),
      stacked(450, 680, 20, ["12", "30"])
    ],
    ["Item Price Pieces", "Tea", "Coffee", "5", "7", "12", "30"]
  ],
  [
    "headings that are drawn behind all text",
    [
      stacked(50, 680, 13, ["The tenant pays the rent each month", "on the fifth day of the month."]),
      stacked(50, 630, 13, ["The owner keeps the house as it", "was found by the tenant."]),
      words([50, 696, "Rent"], [50, 646, "Repairs"])
    ],
    [
      "The tenant pays the rent each month",
      "on the fifth day of the month.",
      "The owner keeps the house as it",
      "was found by the tenant.",
      "Rent",
      "Repairs"
    ]
  ],
  [
    "captions that are drawn behind all text",
    [
      stacked(50, 700, 13, ["Harvest of the year in quintals", "Coffee 120", "Tea 40"]),
      stacked(50, 600, 13, ["Harvest of the year before", "Coffee 110", "Tea 50"]),
      words([50, 660, "Table 1. The harvest of 2016"], [50, 560, "Table 2. The harvest of 2015"])
    ],
    [
      "Harvest of the year in quintals",
      "Coffee 120",
      "Tea 40",
      "Harvest of the year before",
      "Coffee 110",
      "Tea 50",
      "Table 1. The harvest of 2016",
      "Table 2. The harvest of 2015"
    ]
  ],
  [
    "columns below headings that come first",
    [
      words([50, 700, "The owner"], [220, 700, "The tenant"], [400, 700, "The witness"]),
      stacked(50, 686, 13, ["Abebe Kebede", "Jimma"]),
      stacked(220, 686, 13, ["Chaltu Gemechu", "Adama"]),
      stacked(400, 686, 13, ["Tola Bekele", "Harar"])
    ],
    ["The owner The tenant The witness", "Abebe Kebede", "Jimma", "Chaltu Gemechu", "Adama", "Tola Bekele", "Harar"]
  ]
]
for (const [what, parts, text] of unturned) {
  test(`a PDF page keeps its lines in the order of the file where they are no values below labels: ${what}`, async () => {
    expect(await textOfPage(...parts)).toBe(titled(...text))
  })
}

test("a value that was made a part of a PDF's page and runs upwards stands behind its label", async () => {
  const labels = words([50, 700, "Full name"], [50, 680, "Account"], [50, 500, "Read before you sign this"])
  const values = [
    [150, 697, "(Abebe Kebede) Tj"],
    [150, 640, "0 1 -1 0 12 3 Tm (1000-2222) Tj"]
  ] as const
  expect(await textOfPdf(pdfWithValues(`${INTRODUCTION}\n${labels}`, values))).toBe(
    titled("Full name Abebe Kebede", "Account 1000-2222", "Read before you sign this")
  )
})

/** A page with a field for a signature, which draws this. */
const pdfWithSignature = (drawn: string): Buffer => {
  const content = `${INTRODUCTION}\n${words([50, 700, "Signed by the applicant before the office"])}`
  const mark = "BT /F1 9 Tf 2 4 Td (Digitally signed by Chaltu) Tj ET"
  return Buffer.from(
    `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]/SigFlags 3>>>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R/Annots[6 0 R]>>endobj
4 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
6 0 obj<</Type/Annot/Subtype/Widget/FT/Sig/T(Signature1)/F 4/P 3 0 R/Rect[50 600 250 640]/AP<</N 7 0 R>>>>endobj
7 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 200 40]/Resources<</XObject<</FRM 8 0 R>>>>/Length ${drawn.length}>>stream
${drawn}
endstream endobj
8 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 200 40]/Resources<</Font<</F1 5 0 R>>>>/Length ${mark.length}>>stream
${mark}
endstream endobj
trailer<</Root 1 0 R/Size 9>>
%%EOF
`,
    "latin1"
  )
}

test("a PDF page with a signature that can be seen is shown, and one with an empty place for it is not", async () => {
  const countOf = async (drawn: string) => right(await reader.document(pdfWithSignature(drawn))).pictures.length
  expect([await countOf("q 1 0 0 1 0 0 cm /FRM Do Q"), await countOf("% DSBlank")]).toEqual([1, 0])
})

test("values that are printed behind all labels of a PDF's page and run in another direction stand behind their labels", async () => {
  const turned = (x: number, y: number, text: string) => `BT /F1 11 Tf 0 -1 1 0 ${x} ${y} Tm (${text}) Tj ET`
  const labels = words(
    [50, 700, "Full name:"],
    [50, 650, "Town:"],
    [50, 560, "The office keeps this:"],
    [50, 540, "one copy."]
  )
  const page = [labels, turned(150, 710, "Abebe"), turned(150, 660, "Jimma"), turned(500, 570, "Not for sale")]
  expect(await textOfPage(...page)).toBe(
    titled("Full name: Abebe", "Town: Jimma", "The office keeps this:", "one copy.", "Not for sale")
  )
})

test("a PDF page with printed values is shown where one thing is ticked on it, and not without", async () => {
  const labels = words([50, 700, "Full name:"], [50, 680, "Married:"], [50, 660, "Branch:"])
  const values = words([150, 700, "Abebe Kebede"], [150, 660, "Jimma"])
  const tick = "150 680 m 160 690 l 150 690 m 160 680 l S"
  const countOf = async (...parts: ReadonlyArray<string>) =>
    right(await reader.document(Files.pdf([[INTRODUCTION, labels, ...parts].join("\n")]))).pictures.length
  expect([await countOf(values, tick), await countOf(values), await countOf(tick)]).toEqual([1, 0, 0])
})

const PLAIN_PAGE = Files.pdfText([[12, "Words of a page that is long enough to be read"]])
const OTHER_PAGE = Files.pdfText([[12, "Other words of a page that comes behind the first"]])
const BROKEN = "The file is damaged or was cut off: what was lost is not included."

test("a PDF that has lost its index is read, and one that was cut off as far as its pages are there", async () => {
  const whole = Files.pdf([PLAIN_PAGE, OTHER_PAGE])
  const text = whole.toString("latin1")
  const unindexed = right(await reader.document(whole.subarray(0, text.indexOf("xref"))))
  // Nothing but the index is gone.
  expect(unindexed.leftOut).toEqual([])
  expect(unindexed.text).toContain("Words of a page")
  expect(unindexed.text).toContain("Other words of a page")
  const cut = right(await reader.document(whole.subarray(0, text.indexOf("Other"))))
  expect(cut.leftOut).toEqual([BROKEN, "Page 2 is damaged."])
  expect(cut.text).toContain("Words of a page")
  // Words in the text that a stream begins with are none, and what only adds to pages may lack.
  const besides = text
    .slice(0, text.indexOf("Other"))
    .replace("/Pages 2 0 R", "$&/StructTreeRoot 77 0 R/Metadata 78 0 R/Outlines 79 0 R/Lang(a stream of words)")
    .replace(/\/Length \d+/, "/Length 80 0 R")
  expect(right(await reader.document(Buffer.from(besides, "latin1"))).text).toContain("Words of a page")
  // Without what its font is, its text would be another.
  const fontless = text.slice(0, text.indexOf("xref")).replace("3 0 obj", "33 0 obj")
  expect(failure(await reader.document(Buffer.from(fontless, "latin1"))).message).toEndWith("is damaged")
})

test("a PDF of ASCII alone behind lines that are none of it is a PDF, and a text about PDFs a text", async () => {
  const mailed = Buffer.concat([Buffer.from("Content-Type: application/pdf\r\n\r\n"), Files.pdf([PLAIN_PAGE])])
  expect(right(await reader.document(mailed)).text).toStartWith("# Page 1\n\nWords of a page")
  const about = "It begins with\n%PDF-1.7\nand ends with startxref, a number and %%EOF."
  expect(right(await reader.document(Buffer.from(about))).text).toBe(about)
})

test("text that was cut away from a PDF page by its crop box does not come back", async () => {
  const cropped = (box: string) =>
    Buffer.from(
      Files.pdf([`${PLAIN_PAGE} BT /F1 12 Tf 72 100 Td (CUT AWAY) Tj ET`])
        .toString("latin1")
        .replace("/MediaBox", `${box}/MediaBox`),
      "latin1"
    )
  expect(right(await reader.document(cropped("/CropBox[0 400 612 792]"))).text).not.toContain("CUT AWAY")
  // The last one meets nothing of the page.
  for (const box of ["", "/CropBox[0 0 612 792]", "/CropBox[2000 2000 2500 2500]"])
    expect(right(await reader.document(cropped(box))).text).toContain("CUT AWAY")
})

test("text outside of a crop box that a PDF has for all its pages does not come back, and turned text neither", async () => {
  const turned = "BT /F1 12 Tf 0 1 -1 0 300 100 Tm (TURNED AWAY) Tj ET BT /F1 12 Tf 0 1 -1 0 500 500 Tm (STAYS) Tj ET"
  const page = `${PLAIN_PAGE} BT /F1 12 Tf 72 100 Td (CUT AWAY) Tj ET ${turned}`
  for (const box of ["", "/MediaBox[0 0 612 792]"]) {
    const file = Files.pdf([page])
      .toString("latin1")
      .replace("/MediaBox[0 0 612 792]", box)
      .replace("/Type/Pages", "$&/MediaBox[0 0 612 792]/CropBox[0 400 612 792]")
    const { text } = right(await reader.document(Buffer.from(file, "latin1")))
    expect(text).toContain("Words of a page")
    expect(text).toContain("STAYS")
    expect(text).not.toContain("AWAY")
  }
})

/** Pages of a font whose small letters are Ethiopic ones. */
const readEthiopic = async (...pages: ReadonlyArray<string>) => {
  const meanings = "1 begincodespacerange<00><ff>endcodespacerange 1 beginbfrange<61><7a><1210>endbfrange"
  const map = `90 0 obj<</Length ${meanings.length}>>stream\n${meanings}\nendstream endobj\nxref\n`
  const whole = Files.pdf(pages).toString("latin1")
  const mapped = whole.replace("/BaseFont/Helvetica", "$&/ToUnicode 90 0 R").replace("xref\n", map)
  return right(await reader.document(Buffer.from(mapped, "latin1")))
}
const fourTimes = (words: string) => Files.pdfText(Array.from({ length: 4 }, () => [12, words] as const))
const GARBLED = "abc deRfg hij klmn opq rstu"

test("a PDF page where letters of other scripts stand within Ethiopic words is shown, and one with foreign words and affixes is not", async () => {
  const written = (words: string) => readEthiopic(fourTimes(words))
  const garbled = await written(GARBLED)
  expect(garbled.text).toContain("\u1213\u1214R\u1215\u1216")
  expect(garbled.pictures).toHaveLength(1)
  // Lines of a table and signs of a sum are no letters.
  const sound = await written("abc|def|ghi j+k=l mFACEBOOK PDFn 2 o^p~q r<s")
  expect(sound.text).toContain("FACEBOOK")
  expect(sound.pictures).toEqual([])
})

longTest("of the pages of a PDF that are shown, those whose text has a few wrong letters come last", async () => {
  const picture = "1 0 0 rg 100 100 400 400 re f"
  const garbled = fourTimes(GARBLED)
  const full = await readEthiopic(garbled, ...Array(8).fill(picture))
  expect(full.pictures).toHaveLength(8)
  expect(full.leftOut).toEqual(["Page 1 is not shown: at most 8 pages are shown as pictures."])
  expect(full.text).toStartWith("# Page 1\n\n[This page shows more than this text.]")
  expect(full.text).toContain("# Page 2\n\n[This page is a picture: picture 1.]")
  const both = await readEthiopic(garbled, picture, garbled)
  expect(both.text).toStartWith("# Page 1\n\n[This page is also shown: picture 1.]")
  expect(both.text).toContain("# Page 2\n\n[This page is a picture: picture 2.]")
  expect(both.text).toContain("# Page 3\n\n[This page is also shown: picture 3.]")
})
