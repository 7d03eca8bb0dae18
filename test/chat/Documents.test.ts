import { afterAll, expect, test } from "bun:test"
import { FastCheck } from "effect"
import { longTest } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"
import * as Files from "./Files.ts"
import { FIELD, failure, makeReader, right } from "./Reader.ts"

const reader = makeReader()
afterAll(reader.stop)

const textOf = async (bytes: Uint8Array): Promise<string> => right(await reader.document(bytes)).text

const AMHARIC = "ሰላም፣ ዓለም። ቁጥር ፩፪፫ & <ምልክት>"
const OROMO = "Akkam jirtu? Ha'aa, ’baga nagaan dhufte’ – ꞌbarumsaꞌ"

test("a Word document keeps its headings, lists, tables, breaks and notes in their order", async () => {
  const body = [
    Files.wordParagraph(AMHARIC, '<w:pStyle w:val="Kop1"/>'),
    Files.wordParagraph("Inherited", '<w:pStyle w:val="Own"/>'),
    Files.wordParagraph("Direct", '<w:outlineLvl w:val="2"/>'),
    Files.wordParagraph(OROMO),
    Files.wordParagraph("one", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr>'),
    Files.wordParagraph("two", '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="3"/></w:numPr>'),
    Files.wordTable([
      ["Maqaa", "ስም"],
      ["", "a | b"]
    ]),
    '<w:p><w:r><w:t>end</w:t><w:br/><w:t>of</w:t><w:tab/><w:t>it</w:t><w:footnoteReference w:id="7"/></w:r></w:p>'
  ].join("")
  const notes = `<w:footnote w:type="separator" w:id="0">${Files.wordParagraph("never")}</w:footnote><w:footnote w:id="7"><w:p><w:r><w:footnoteRef/><w:t>the note</w:t></w:r></w:p></w:footnote>`
  expect(await textOf(Files.docx(body, notes))).toBe(
    [
      `# ${AMHARIC}`,
      "## Inherited",
      "### Direct",
      OROMO,
      "- one\n  - two",
      "| Maqaa | ስም |\n| | a \\| b |",
      "end\nof\tit[^1]",
      "[^1]: the note"
    ].join("\n\n")
  )
})

test("what was deleted from a Word document is not read, and what is in it twice is read once", async () => {
  const body = `<w:p><w:r><w:t>kept</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom></w:p>
    <w:p><w:r><mc:AlternateContent xmlns:mc="m"><mc:Choice><w:txbxContent>${Files.wordParagraph("box")}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${Files.wordParagraph("box")}</w:txbxContent></mc:Fallback></mc:AlternateContent><w:t>after</w:t></w:r></w:p>
    <w:p><w:pPr><w:pStyle w:val="Kop1"/><w:pPrChange><w:pPr><w:pStyle w:val="Kop2"/></w:pPr></w:pPrChange></w:pPr><w:r><w:instrText>PAGE</w:instrText><w:t>head</w:t></w:r></w:p>`
  expect(await textOf(Files.docx(body))).toBe("kept\n\nbox\n\nafter\n\n# head")
})

test("a table within a Word table's cell stays in its cell", async () => {
  const inner = Files.wordTable([["x", "y"], ["z"]])
  const body = `<w:tbl><w:tr><w:tc>${Files.wordParagraph("a")}${inner}</w:tc><w:tc>${Files.wordParagraph("b")}${Files.wordParagraph("c")}</w:tc></w:tr></w:tbl>`
  expect(await textOf(Files.docx(body))).toBe("| a x y z | b c |")
})

test("a presentation's slides come in the order of the show, with their titles and notes", async () => {
  const file = Files.pptx([
    {
      title: AMHARIC,
      points: [
        [0, "first"],
        [1, OROMO]
      ],
      notes: "say hello"
    },
    { title: "", points: [[0, "second"]], notes: "" }
  ])
  expect(await textOf(file)).toBe(
    [
      "# Slide 1",
      `## ${AMHARIC}`,
      "first",
      `- ${OROMO}`,
      "## Notes of slide 1",
      "say hello",
      "# Slide 2",
      "second"
    ].join("\n\n")
  )
})

test("a slide's speaker notes are read also where no shape is marked as their place", async () => {
  const notes = "<p:notes><p:sp><p:txBody><a:p><a:r><a:t>say this</a:t></a:r></a:p></p:txBody></p:sp></p:notes>"
  const file = Files.office(
    {
      "ppt/presentation.xml": '<p:presentation><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>',
      "ppt/slides/slide1.xml": "<p:sld/>",
      "ppt/notesSlides/n.xml": notes
    },
    {
      "ppt/presentation.xml": [["s", "slide", "slides/slide1.xml"]],
      "ppt/slides/slide1.xml": [["n", "notesSlide", "../notesSlides/n.xml"]]
    }
  )
  expect(await textOf(file)).toBe("# Slide 1\n\n## Notes of slide 1\n\nsay this")
})

test("a workbook's sheets come under their names, values as they are shown", async () => {
  const file = Files.xlsx(
    [
      {
        name: "ዋጋ & Gatii",
        rows: [
          Files.cell("A1", "s", "0") + Files.cell("C1", "s", "1"),
          Files.cell("A2", "n", "0.30000000000000004") + Files.cell("B2", "b", "1") + Files.cell("C2", "e", "#DIV/0!"),
          "",
          Files.cell("A4", "n", "45292", 1) + Files.cell("B4", "n", "45292.5", 2) + Files.cell("C4", "n", "0.25", 1),
          Files.cell("A5", "inlineStr", OROMO) + Files.cell("B5", "str", "by | formula")
        ]
      },
      { name: "Old", isHidden: true, rows: [Files.cell("A1", "n", "1e21")] }
    ],
    [AMHARIC, "ሁለት"]
  )
  expect(await textOf(file)).toBe(
    [
      "# Sheet: ዋጋ & Gatii",
      [
        `| ${AMHARIC} | | ሁለት |`,
        "| 0.3 | TRUE | #DIV/0! |",
        "| 2024-01-01 | 2024-01-01 12:00:00 | 06:00:00 |",
        `| ${OROMO} | by \\| formula |`
      ].join("\n"),
      "# Sheet: Old (hidden)",
      "| 1e+21 |"
    ].join("\n\n")
  )
})

const slideShape = (id: string, left: number, top: number, content: string) =>
  `<p:sp><p:nvSpPr><p:nvPr>${id}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="${left}" y="${top}"/></a:xfrm></p:spPr><p:txBody>${content}</p:txBody></p:sp>`
const slideText = (text: string, properties = "") =>
  `<a:p>${properties === "" ? "" : `<a:pPr>${properties}</a:pPr>`}<a:r><a:t>${text}</a:t></a:r></a:p>`

test("a slide is read as people read it: its title, then from the top, on one height from the left", async () => {
  const number = '<a:buAutoNum type="alphaLcParenBoth"/>'
  const group = `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="0" y="3000000"/><a:chOff x="9" y="9"/></a:xfrm></p:grpSpPr>${slideShape("", 0, 900_000, slideText("group, below"))}${slideShape("", 0, 0, slideText("group, above"))}</p:grpSp>`
  const table = `<p:graphicFrame><p:xfrm><a:off x="0" y="2000000"/></p:xfrm><a:tbl><a:tr><a:tc>${slideText("a")}</a:tc><a:tc>${slideText("b")}</a:tc></a:tr></a:tbl></p:graphicFrame>`
  const chart = '<p:graphicFrame><c:chart r:id="c"/></p:graphicFrame>'
  const picture =
    '<p:pic><p:nvPicPr><p:cNvPr descr="a map"/></p:nvPicPr><p:blipFill><a:blip r:embed="i"/></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="5000000"/></a:xfrm></p:spPr></p:pic>'
  const tree = [
    group,
    slideShape("", 5_000_000, 1_010_000, slideText("right")),
    slideShape(
      "",
      0,
      1_000_000,
      slideText("one", number) + slideText("two", number) + slideText("three", "<a:buNone/>")
    ),
    table,
    chart,
    picture,
    slideShape('<p:ph type="body" idx="7"/>', 0, 0, slideText("placed by its layout")).replace(
      /<p:spPr>.*?<.p:spPr>/,
      "<p:spPr/>"
    ),
    slideShape('<p:ph type="title"/>', 0, 8_000_000, slideText("Title"))
  ].join("")
  const png = await new Bun.Image(Files.bmp(4, 4, () => [1, 2, 3])).png().bytes()
  const file = Files.office(
    {
      "ppt/presentation.xml": `<p:presentation><p:sldIdLst><p:sldId r:id="b"/><p:sldId r:id="a"/></p:sldIdLst></p:presentation>`,
      "ppt/slides/slide1.xml": `<p:sld show="0"><p:cSld><p:spTree>${tree}</p:spTree></p:cSld></p:sld>`,
      "ppt/slideLayouts/layout1.xml": `<p:sldLayout>${slideShape('<p:ph type="body" idx="7"/>', 0, 7_000_000, "")}</p:sldLayout>`,
      "ppt/media/image1.png": png
    },
    {
      "ppt/presentation.xml": [
        ["a", "slide", "slides/slide1.xml"],
        ["b", "slide", "slides/missing.xml"]
      ],
      "ppt/slides/slide1.xml": [
        ["l", "slideLayout", "../slideLayouts/layout1.xml"],
        ["i", "image", "../media/image1.png"]
      ]
    }
  )
  const { leftOut, pictures, text } = right(await reader.document(file))
  expect(text).toBe(
    [
      "# Slide 2 (hidden)",
      "## Title",
      "(a) one\n(b) two",
      "three",
      "right",
      "| a | b |",
      "group, above",
      "group, below",
      "[Picture 1: a map]",
      "placed by its layout"
    ].join("\n\n")
  )
  expect(pictures).toHaveLength(1)
  expect(leftOut).toEqual([
    "Slide 1 is damaged: it is not included, or not whole.",
    "Charts on slides are not included."
  ])
})

const rtfUnicode = (text: string): string =>
  [...text]
    .flatMap((character) => Array.from({ length: character.length }, (_, index) => character.charCodeAt(index)))
    .map((unit) => (unit < 128 ? String.fromCharCode(unit).replace(/[\\{}]/g, "\\$&") : `\\u${(unit << 16) >> 16}?`))
    .join("")

test("RTF keeps its text in every encoding, its headings and tables, and none of its control words", async () => {
  const file = `{\\rtf1\\ansi\\ansicpg1252\\uc1{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Times;}}{\\colortbl;\\red0;}
{\\stylesheet{Normal;}{\\s5\\outlinelevel1 Kop;}{\\s6 heading 3;}{\\*\\cs9 Char;}}{\\info{\\title no}}{\\*\\generator no;}
\\pard\\s5 ${rtfUnicode(AMHARIC)}\\par\\pard\\s6 third\\par
\\pard ${rtfUnicode(OROMO)}\\line caf\\'e9 {\\f1 \\'cf\\'f0}\\f0  \\{x\\}\\~\\emdash\\par
{\\v hidden}{\\pict}{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt link}}{\\footnote note}\\par
\\trowd\\intbl a\\cell b{\\b c}\\par d\\cell\\row\\trowd\\intbl\\cell e\\cell\\row
\\pard {\\upr{?}{\\*\\ud{\\u4660?}}}\\bin4 {{{{after\\par}\n\0`
  expect(await textOf(Buffer.from(file, "latin1"))).toBe(
    [
      `## ${AMHARIC}`,
      "### third",
      `${OROMO}\ncafé Пр {x}\u00a0—`,
      "link[^1]",
      "| a | bc d |\n| | e |",
      "ሴafter",
      "[^1]: note"
    ].join("\n\n")
  )
})

test("text files keep every character, whatever their encoding and line ends", async () => {
  for (const text of [AMHARIC, OROMO, "𝒳 😀", "\n  a\nb\n"]) {
    expect(await textOf(Buffer.from(text))).toBe(text)
    expect(await textOf(Buffer.from(`\ufeff${text}`))).toBe(text)
    expect(await textOf(Buffer.from(`\ufeff${text}`, "utf16le"))).toBe(text)
    expect(await textOf(Buffer.from(`\ufeff${text}`, "utf16le").swap16())).toBe(text)
  }
  expect(await textOf(Buffer.from("a\r\nb\rc"))).toBe("a\nb\nc")
})

const utf32 = (text: string, isLittle: boolean): Buffer => {
  const bytes = Buffer.alloc([...text].length * 4)
  for (const [index, character] of [...text].entries()) {
    const code = character.codePointAt(0) ?? 0
    if (isLittle) bytes.writeUInt32LE(code, index * 4)
    else bytes.writeUInt32BE(code, index * 4)
  }
  return bytes
}

test("UTF-32 with a mark and without, and surrogates in UTF-8, are read", async () => {
  const text = `${AMHARIC}\n😀 ${OROMO}`
  for (const isLittle of [true, false]) {
    expect(await textOf(utf32(text, isLittle))).toBe(text)
    expect(await textOf(utf32(`\ufeff${text}`, isLittle))).toBe(text)
  }
  const halves = Buffer.concat([Buffer.from(`${OROMO} `), Buffer.from("eda0bdedb88020eda0bd", "hex")])
  expect(await textOf(halves)).toBe(`${OROMO} 😀 \ufffd`)
})

test("text with control characters, cut off or broken in places is read, and what is not included is said", async () => {
  const read = async (bytes: Uint8Array) => right(await reader.document(bytes))
  const controls = "Control characters are not included."
  const utf16 = "Characters that are not valid UTF-16 are not included."
  const long = `${OROMO} ${OROMO} ${OROMO}`
  const cases = [
    [Buffer.from(`${long}\x1a\0\0\0\0`), long, []],
    [Buffer.from(`${long}\0a\x08b\f`), `${long} ab\f`, [controls]],
    [Buffer.from(`\ufeff${long}`, "utf16le").subarray(0, -1), `${long.slice(0, -1)}\ufffd`, [utf16]],
    [
      Buffer.concat([Buffer.from(`\ufeff${long}`, "utf16le"), Buffer.from([0x3d, 0xd8, 0x61, 0])]),
      `${long}\ufffda`,
      [utf16]
    ]
  ] as const
  for (const [bytes, expected, said] of cases) {
    const { leftOut, text } = await read(bytes)
    expect(text).toBe(expected)
    expect(leftOut).toEqual([...said])
  }
})

test("Turkish and the euro sign of ISO 8859-15 are told from windows-1252, Icelandic stays", async () => {
  const encoded = (text: string, signs: Readonly<Record<string, number>>) =>
    Buffer.from([...text].map((character) => signs[character] ?? character.charCodeAt(0)))
  const turkish = { İ: 0xdd, ı: 0xfd, ş: 0xfe, ğ: 0xf0 }
  expect(await textOf(encoded("Türkiye, İstanbul şehri, çağdaş", turkish))).toBe("Türkiye, İstanbul şehri, çağdaş")
  expect(await textOf(encoded("Prix: 30 €, un cœur en été", { "€": 0xa4, œ: 0xbd }))).toBe("Prix: 30 €, un cœur en été")
  expect(await textOf(Buffer.from("Íslenska er þjóð og ð á bók", "latin1"))).toBe("Íslenska er þjóð og ð á bók")
})

test("UTF-16 without a mark and windows-1252 are read; text in other encodings is refused as such", async () => {
  for (const text of [`${AMHARIC}\n`, OROMO, "Привет, как дела?"]) {
    expect(await textOf(Buffer.from(text, "utf16le"))).toBe(text)
    expect(await textOf(Buffer.from(text, "utf16le").swap16())).toBe(text)
  }
  expect(await textOf(Buffer.from("Nom;Pr\xe9nom\r\nZo\xeb;\xc9lo\xefse \x96 l\x92\xe9t\xe9", "latin1"))).toBe(
    "Nom;Prénom\nZoë;Éloïse – l’été"
  )
  const ofMac = "\xd2Quick\xd3 caf\x8e \xd1 it\xd5s na\x95ve\rlast"
  expect(await textOf(Buffer.from(ofMac, "latin1"))).toBe("“Quick” café — it’s naïve\nlast")
  const encoding = "is text in an encoding that is not known; send it in UTF-8"
  await isRefused(Buffer.from("Caf\x82 du march\x82", "latin1"), encoding)
  const cyrillic = Buffer.from(
    "\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0? \xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0?",
    "latin1"
  )
  await isRefused(cyrillic, encoding)
  await isRefused(
    Buffer.from("Za\xbf\xf3\xb3\xe6 g\xea\x9cl\xb9 ja\x9f\xf1, prosz\xea pani, to jest d\xb3ugi tekst", "latin1"),
    encoding
  )
})

test("UTF-8 with a broken character is read without it, and the reader is told so", async () => {
  const cut = Buffer.from("ሰላም ለዓለም እንደምን አደራችሁ ወገኖቼ ሁላችሁም").subarray(0, -1)
  const { leftOut, text } = right(await reader.document(cut))
  expect(text).toStartWith("ሰላም ለዓለም")
  expect(leftOut).toEqual(["Characters that are not valid UTF-8 are not included."])
})

test("a PDF is read page by page, its larger lines as headings", async () => {
  const file = Files.pdf([
    Files.pdfText([
      [24, "The title"],
      [12, "Some body text of the first page"],
      [12, "which goes on"],
      [16, "A section"],
      [12, "More text, a whole line of it"]
    ]),
    Files.pdfText([[12, "The second page has text too"]])
  ])
  expect(right(await reader.document(file))).toEqual({
    _tag: "Document",
    text: [
      "# Page 1",
      "## The title",
      "Some body text of the first page\nwhich goes on",
      "### A section",
      "More text, a whole line of it",
      "# Page 2",
      "The second page has text too"
    ].join("\n\n"),
    pictures: [],
    leftOut: []
  })
})

longTest("pages of a PDF that hold no text come as pictures, the first eight of them", async () => {
  const drawn = "1 0 0 rg 100 100 400 400 re f"
  const file = Files.pdf([Files.pdfText([[12, "An ordinary page with enough text"]]), "", ...Array(9).fill(drawn)])
  const { leftOut, pictures, text } = right(await reader.document(file))
  expect(pictures).toHaveLength(8)
  expect(leftOut).toEqual(["Page 11 is not shown: at most 8 pages are shown as pictures."])
  expect(text).toContain("# Page 3\n\n[This page is a picture: picture 1.]")
  expect(text).toContain("# Page 10\n\n[This page is a picture: picture 8.]")
  expect(text).toContain("# Page 11\n\n[This page is a picture, not shown.]")
  const [first] = pictures
  const metadata = await new Bun.Image(first?.bytes ?? new Uint8Array()).metadata()
  expect(metadata).toEqual({ width: 1236, height: 1600, format: "jpeg" })
  // Mostly white with a red square: seen in one pixel of each.
  const corner = await new Bun.Image(first?.bytes ?? new Uint8Array()).resize(4, 4, { filter: "box" }).png().bytes()
  expect(corner.length).toBeGreaterThan(70)
})

longTest("of a PDF of ten thousand pages the first are read, and the rest is said to be missing", async () => {
  const file = Files.pdf(
    Array.from({ length: 10_000 }, (_, index) => Files.pdfText([[12, `This is page number ${index + 1}`]]))
  )
  const { leftOut, text } = right(await reader.document(file))
  expect(text).toContain("# Page 300\n\nThis is page number 300")
  expect(text).not.toContain("# Page 301")
  expect(leftOut).toEqual(["Pages 301 to 10000 are not included."])
})

test("a long document is cut at 60,000 characters, between characters, and says how much is missing", async () => {
  await forAllAsync(
    { numRuns: 40 },
    FastCheck.array(FastCheck.constantFrom("ሰ", "😀", "a", "𝒳ya "), { minLength: 1, maxLength: 12 }),
    FastCheck.integer({ min: 58_000, max: 63_000 }),
    async (unit, length) => {
      const whole = unit
        .join("")
        .repeat(Math.ceil(length / unit.join("").length))
        .slice(0, length)
        .toWellFormed()
      const { leftOut, text: kept } = right(await reader.document(Buffer.from(whole)))
      if (whole.length <= 60_000) return expect([kept, leftOut]).toEqual([whole, []])
      const [, shown, total, missing] =
        /^Only the first (\d+) of (\d+) characters are included; (\d+) are left out\.$/.exec(leftOut.join()) ?? []
      expect(whole.startsWith(kept)).toBe(true)
      expect(kept.isWellFormed()).toBe(true)
      expect(60_000 - kept.length).toBeLessThanOrEqual(1)
      expect([Number(shown), Number(total), Number(missing)]).toEqual([
        kept.length,
        whole.length,
        whole.length - kept.length
      ])
    }
  )
})

longTest("the part of a document that is far beyond the limit is not even counted", async () => {
  const file = Files.docx(Files.wordParagraph("abcde ".repeat(100)).repeat(5_000))
  const { leftOut } = right(await reader.document(file))
  expect(leftOut.join()).toMatch(/^Only the first 60000 of more than 1\d{6} characters are included\.$/)
  const rtf = right(await reader.document(Buffer.from(`{\\rtf1 ${"abcde ".repeat(250_000)}}`)))
  expect(rtf.text).toBe("abcde ".repeat(10_000))
  expect(rtf.leftOut.join()).toMatch(/^Only the first 60000 of more than 1\d{6} characters are included\.$/)
})

test("a two-byte character of RTF may begin in one piece and end in the next", async () => {
  const text = "漢字".repeat(5_000)
  const hex = Array.from({ length: 5_000 }, () => "\\'8a\\'bf\\'8e\\'9a").join("")
  expect(await textOf(Buffer.from(`{\\rtf1\\ansicpg932 a${hex}}`))).toBe(`a${text}`)
})

longTest("any paragraphs and cells come out of a Word document as they went in", async () => {
  const word = FastCheck.stringMatching(/^[ሀ-ፊa-zA-Z<>&'"]{1,12}$/)
  await forAllAsync({ numRuns: 40 }, FastCheck.array(word, { minLength: 1, maxLength: 8 }), async (words) => {
    const [first = "", ...rest] = words
    const body = Files.wordParagraph(first) + (rest.length > 0 ? Files.wordTable([rest]) : "")
    expect(await textOf(Files.docx(body))).toBe(rest.length > 0 ? `${first}\n\n| ${rest.join(" | ")} |` : first)
  })
})

const isRefused = async (bytes: Uint8Array, reason: string) =>
  expect(failure(await reader.document(bytes))).toEqual({
    code: "UNREADABLE_ATTACHMENT",
    param: FIELD,
    message: `${FIELD}: the file ${reason}`
  })

const ENCRYPTED = "is protected by a password; send it without one"

test("encrypted documents are refused as such", async () => {
  await isRefused(Files.encryptedPdf(), ENCRYPTED)
  await isRefused(Files.zip(Files.docxParts("").map((part) => ({ ...part, isEncrypted: true }))), ENCRYPTED)
})

test("broken documents are refused as such", async () => {
  const docx = Files.docx(Files.wordParagraph("hello".repeat(200)))
  const replaced = (name: string, bytes: string) =>
    Files.zip(Files.docxParts("").map((part) => (part.name === name ? { ...part, bytes } : part)))
  await isRefused(Files.pdf(["", ""]).subarray(0, 60), "is damaged")
  await isRefused(Buffer.from("%PDF-1.7 and nothing more"), "is damaged")
  await isRefused(replaced("word/document.xml", "<w:document><w:body>"), "is damaged")
  await isRefused(replaced("word/document.xml", "no xml at all"), "is damaged")
  await isRefused(replaced("word/document.xml", "<a>&bomb;</a>"), "is damaged")
  await isRefused(replaced("_rels/.rels", "<Relationships/>"), "is damaged")
  await isRefused(Buffer.from("{\\rtf1 {\\b"), "is damaged")
  for (let at = docx.indexOf("word/document.xml") + 20; at < docx.indexOf("PK\x01\x02"); at += 9) {
    const harmed = Buffer.from(docx)
    harmed[at] = (harmed[at] ?? 0) ^ 0xff
    const outcome = await reader.document(harmed)
    if (outcome._tag === "Left") expect(failure(outcome).code).toBe("UNREADABLE_ATTACHMENT")
  }
})

longTest("document archives that unpack to more than they should are refused, also where their sizes lie", async () => {
  const bomb = (bytes: Uint8Array | string, claims?: number) =>
    Files.zip(
      Files.docxParts("").map((part) =>
        part.name === "word/document.xml" ? { ...part, bytes, ...(claims === undefined ? {} : { claims }) } : part
      )
    )
  await isRefused(bomb(Buffer.alloc(20_000_000, " ")), "unpacks to more data than is accepted")
  await isRefused(bomb(Buffer.alloc(20_000_000, " "), 100), "is damaged")
  await isRefused(bomb("<a/>", 200_000_000), "unpacks to more data than is accepted")
  const many = Array.from({ length: 20_001 }, (_, index) => ({ name: `word/media/${index}`, bytes: "" }))
  await isRefused(Files.zip([...Files.docxParts(""), ...many]), "has more than 20000 parts")
})

test("XML that nests or expands without end is refused", async () => {
  const document = (bytes: string) =>
    Files.zip(Files.docxParts("").map((part) => (part.name === "word/document.xml" ? { ...part, bytes } : part)))
  await isRefused(document("<a>".repeat(100_000)), "is damaged")
  const attributes = Array.from({ length: 50_000 }, (_, index) => `a${index}="${index * 7919}"`)
  await isRefused(document(`<a ${attributes.join(" ")}/>`), "is damaged")
  const laughs = `<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><a>&c;</a>`
  await isRefused(document(laughs), "is damaged")
  await isRefused(Buffer.from(`{\\rtf1${"{".repeat(100_000)}`), "is damaged")
})

test("a document after a refused one is read", async () => {
  await isRefused(Files.encryptedPdf(), ENCRYPTED)
  expect(await textOf(Files.pdf([Files.pdfText([[12, "Everything is well again"]])]))).toBe(
    "# Page 1\n\nEverything is well again"
  )
})

const slideShow = (
  slides: ReadonlyArray<string>,
  parts: Readonly<Record<string, string>>,
  related: ReadonlyArray<readonly [string, string, string]>
) =>
  Files.office(
    {
      "ppt/presentation.xml": `<p:presentation><p:sldIdLst>${slides.map((_, index) => `<p:sldId r:id="s${index}"/>`).join("")}</p:sldIdLst></p:presentation>`,
      ...Object.fromEntries(
        slides.map((shapes, index) => [`ppt/slides/slide${index}.xml`, `<p:sld>${shapes}</p:sld>`])
      ),
      ...parts
    },
    {
      "ppt/presentation.xml": slides.map((_, index) => [`s${index}`, "slide", `slides/slide${index}.xml`] as const),
      "ppt/slides/slide0.xml": related
    }
  )

const placeholder = (type: string, inner: string) =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p>${inner}</a:p></p:txBody></p:sp>`

const said = (text: string) => `<a:r><a:t>${text}</a:t></a:r>`

test("a damaged chart or diagram on a slide takes nothing else of the slide away", async () => {
  const chart =
    '<c:chartSpace><c:ser><c:tx><c:v>Oda</c:v></c:tx><c:cat><c:pt idx="0"><c:v>Q</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>7</c:v></c:pt></c:val></c:ser></c:chartSpace>'
  const diagram = `<dgm:dataModel><dgm:pt><dgm:t><a:p>${said("Sadarkaa")}</a:p></dgm:t></dgm:pt></dgm:dataModel>`
  const file = slideShow(
    [placeholder("body", said("on it"))],
    {
      "ppt/charts/bad.xml": "<c:chartSpace><c:ser>",
      "ppt/charts/good.xml": chart,
      "ppt/diagrams/bad.xml": "<dgm",
      "ppt/diagrams/good.xml": diagram,
      "ppt/notesSlides/n.xml": `<p:notes>${placeholder("body", said("say this"))}</p:notes>`
    },
    [
      ["a", "chart", "../charts/bad.xml"],
      ["b", "chart", "../charts/good.xml"],
      ["c", "diagramData", "../diagrams/bad.xml"],
      ["d", "diagramData", "../diagrams/good.xml"],
      ["n", "notesSlide", "../notesSlides/n.xml"]
    ]
  )
  const { leftOut, text } = right(await reader.document(file))
  for (const part of ["on it", "Sadarkaa", "| | Oda |\n| Q | 7 |", "## Notes of slide 1\n\nsay this"])
    expect(text).toContain(part)
  expect(leftOut).toEqual(["A chart or diagram on slide 1 is damaged: it is not included, or not whole."])
})

test("footers of slides are given once; their numbers and the day are not", async () => {
  const foot = (text: string) => placeholder("ftr", said(text))
  const filled = (type: string, text: string) =>
    placeholder(type === "slidenum" ? "sldNum" : "dt", `<a:fld type="${type}"><a:t>${text}</a:t></a:fld>`)
  const file = slideShow(
    [
      `${placeholder("body", said("one"))}${foot("Waajjira")}${filled("slidenum", "1")}${filled("datetime1", "1/2/2026")}`,
      `${placeholder("body", said("two"))}<p:grpSp>${foot("Waajjira")}</p:grpSp>${placeholder("dt", said("ጥር 2018"))}`
    ],
    {},
    []
  )
  expect(await textOf(file)).toBe(
    "# Slide 1\n\none\n\n[Page footer: Waajjira]\n\n# Slide 2\n\ntwo\n\n[Page footer: ጥር 2018]"
  )
})

test("a table in windows-1252 is read though it has more digits than letters", async () => {
  const rows = [
    "Date;Libell\xe9;D\xe9bit",
    ...Array.from({ length: 30 }, (_, at) => `0${(at % 9) + 1}/03/2016;${at}4711;-1250,00 \x80`)
  ]
  const text = await textOf(Buffer.from(rows.join("\r\n"), "latin1"))
  expect(text).toStartWith("Date;Libellé;Débit\n01/03/2016;04711;-1250,00 €\n")
  await isRefused(
    Buffer.from(
      rows.join("\r\n").replaceAll("Libell\xe9;D\xe9bit", "\xcf\xf0\xe8\xf5\xee\xe4;\xd0\xe0\xf1\xf5\xee\xe4"),
      "latin1"
    ),
    "is text in an encoding that is not known; send it in UTF-8"
  )
})
