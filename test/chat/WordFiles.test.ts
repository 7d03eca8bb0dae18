/** What a Word document prints reaches the model. */
import { afterAll, expect, test } from "bun:test"
import * as Files from "./Files.ts"
import { makeReader, right } from "./Reader.ts"
import { abstract, level, list, numbered, type WordOptions, word } from "./Word.ts"

const reader = makeReader()
afterAll(reader.stop)

const read = async (bytes: Uint8Array) => right(await reader.document(bytes))

const textOf = async (body: string, options?: WordOptions): Promise<string> => (await read(word(body, options))).text

test("a contract's clauses in Word have the numbers that Word prints", async () => {
  const { text } = await read(await Bun.file(new URL("./files/clauses.docx", import.meta.url)).bytes())
  expect(text).toBe(
    [
      "የኪራይ ውል",
      "",
      "አንቀጽ 1. ትርጓሜ",
      "  1.1 “አከራይ” ማለት የቤቱ ባለቤት ነው።",
      "  1.2 “ተከራይ” ማለት ቤቱን የሚከራይ ነው።",
      "አንቀጽ 2. ክፍያ",
      "  2.1 ኪራይ በየወሩ በ5ኛው ቀን ይከፈላል።",
      "  2.2 ዘግይቶ የተከፈለ 2 በመቶ ቅጣት አለው።",
      "አንቀጽ 3. ማቋረጥ",
      "  3.1 በአንቀጽ 2.2 መሠረት ያልከፈለ ይለቃል።"
    ].join("\n")
  )
})

test("list numbers of Word are written in the notations of their levels", async () => {
  const notations = [
    ["upperRoman", "%1)", "I)", "II)"],
    ["lowerLetter", "(%1)", "(a)", "(b)"],
    ["ordinal", "%1", "1st", "2nd"],
    ["decimalZero", "No. %1", "No. 01", "No. 02"],
    ["unheardOf", "%1.", "1.", "2."]
  ] as const
  const definitions = notations.map(
    ([notation, text], index) => abstract(index, level(0, notation, text)) + list(index + 1, index)
  )
  const body = notations.map((_, index) => numbered("x", index + 1) + numbered("y", index + 1))
  expect((await textOf(body.join(""), { numbering: definitions.join("") })).split("\n")).toEqual(
    notations.flatMap(([, , first, second]) => [`${first} x`, `${second} y`])
  )
  const letters = `${abstract(0, level(0, "upperLetter", "%1").replace('w:start w:val="1"', 'w:start w:val="26"'))}${list(1, 0)}`
  expect(await textOf(numbered("x", 1) + numbered("y", 1), { numbering: letters })).toBe("Z x\nAA y")
})

test("list levels of Word begin anew below a new number, unless they say otherwise; legal numbers are digits", async () => {
  const numbering = [
    abstract(
      0,
      level(0, "upperRoman", "%1."),
      level(1, "decimal", "%1.%2", "<w:isLgl/>"),
      level(2, "lowerLetter", "%3)", '<w:suff w:val="nothing"/><w:lvlRestart w:val="0"/>')
    ),
    list(1, 0)
  ].join("")
  const body = [
    numbered("A", 1),
    numbered("B", 1, 1),
    numbered("C", 1, 2),
    numbered("D", 1, 1),
    numbered("", 1, 1),
    numbered("E", 1),
    numbered("F", 1, 1),
    numbered("G", 1, 2)
  ]
  expect(await textOf(body.join(""), { numbering })).toBe(
    ["I. A", "  1.1 B", "    a)C", "  1.2 D", "II. E", "  2.1 F", "    b)G"].join("\n")
  )
})

test("two Word lists of one definition count on; one that starts over does so once", async () => {
  const over = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'
  const own = `<w:lvlOverride w:ilvl="0">${level(0, "lowerRoman", "%1:")}</w:lvlOverride>`
  const numbering =
    abstract(0, level(0, "decimal", "%1.")) + list(1, 0) + list(2, 0) + list(3, 0, over) + list(4, 0, own)
  const body = [1, 2, 3, 3, 1, 4].map((id, index) => numbered(`p${index}`, id))
  expect(await textOf(body.join(""), { numbering })).toBe("1. p0\n2. p1\n5. p2\n6. p3\n7. p4\nviii: p5")
})

test("Word styles number headings and paragraphs, and a paragraph may leave its style's list", async () => {
  const style = (id: string, name: string, properties: string, type = "paragraph") =>
    `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${properties}</w:pPr></w:style>`
  const styles = [
    style("H1", "heading 1", '<w:numPr><w:numId w:val="1"/></w:numPr>'),
    style("H2", "heading 2", '<w:numPr><w:numId w:val="1"/></w:numPr>'),
    style("Own", "Clause", '<w:numPr><w:ilvl w:val="2"/><w:numId w:val="2"/></w:numPr>'),
    style("Legal", "Legal list", '<w:numPr><w:numId w:val="1"/></w:numPr>', "numbering")
  ].join("")
  const numbering = [
    abstract(
      0,
      level(0, "decimal", "%1", '<w:pStyle w:val="H1"/>'),
      level(1, "decimal", "%1.%2", '<w:pStyle w:val="H2"/>'),
      level(2, "lowerLetter", "(%3)")
    ),
    `<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="Legal"/></w:abstractNum>`,
    list(1, 0),
    list(2, 1)
  ].join("")
  const styled = (text: string, id: string, more = "") => Files.wordParagraph(text, `<w:pStyle w:val="${id}"/>${more}`)
  const body = [
    styled("Scope", "H1"),
    styled("Terms", "H2"),
    styled("first", "Own"),
    styled("Preamble", "H1", '<w:numPr><w:numId w:val="0"/></w:numPr>'),
    styled("Payment", "H1")
  ]
  expect(await textOf(body.join(""), { styles, numbering })).toBe(
    ["# 1 Scope", "## 1.1 Terms", "    (a) first", "# Preamble", "# 2 Payment"].join("\n\n")
  )
})

test("list numbers stand in a Word table's cells; cells that span columns keep the others in place", async () => {
  const numbering = abstract(0, level(0, "decimal", "%1.")) + list(1, 0)
  const row = (...cells: ReadonlyArray<string>) =>
    `<w:tr>${cells.map((cell) => `<w:tc>${cell}</w:tc>`).join("")}</w:tr>`
  const wide = `<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${Files.wordParagraph("wide")}`
  const body = `<w:tbl>${row(numbered("", 1), Files.wordParagraph("Adama"))}${row(numbered("", 1), numbered("Jimma", 1))}${row(wide, Files.wordParagraph("c"))}</w:tbl>`
  expect(await textOf(body, { numbering })).toBe("| 1. | Adama |\n| 2. | 3. Jimma |\n| wide | | c |")
})

test("a Word paragraph keeps its number beside a text box, and a deleted one has none", async () => {
  const numbering = abstract(0, level(0, "decimal", "%1.")) + list(1, 0)
  const properties = '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'
  const box = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:txbxContent>${Files.wordParagraph("box")}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${Files.wordParagraph("box")}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>`
  const deleted = `<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:rPr><w:del w:author="a"/></w:rPr></w:pPr><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>`
  const body = `<w:p>${properties}${box}<w:r><w:t>clause</w:t></w:r></w:p>${deleted}<w:p>${properties}<w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>`
  expect(await textOf(body, { numbering })).toBe("box\n\n1. clause\n2. new")
})

const complexField = (instruction: string, result: string, more = "") =>
  `<w:r><w:fldChar w:fldCharType="begin">${more}</w:fldChar></w:r><w:r><w:instrText> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${result}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`

test("boxes and choices of Word's old form fields are read, and the words of a watermark", async () => {
  const box = (state: string) =>
    complexField("FORMCHECKBOX", "", `<w:ffData><w:name w:val="B"/><w:checkBox>${state}</w:checkBox></w:ffData>`)
  const list = `<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="Jimma"/><w:listEntry w:val="Adama"/></w:ddList></w:ffData>`
  const said = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
  const text = await textOf(
    `<w:p>${box('<w:default w:val="0"/><w:checked/>')}${said(" Yes ")}${box('<w:default w:val="1"/><w:checked w:val="0"/>')}${said(" No ")}${box("<w:default/>")}${said(" In ")}${complexField("FORMDROPDOWN", "", list)}${said(", ")}${complexField("FORMTEXT", "Abebe", '<w:ffData><w:textInput><w:default w:val="nobody"/></w:textInput></w:ffData>')}</w:p><w:p><w:r><w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict></w:r></w:p>`
  )
  expect(text).toBe("☑ Yes ☐ No ☑ In Adama, Abebe\n\nDRAFT")
})

test("headers and footers of Word are given once unless they are page numbers, notes by their marks, comments left out", async () => {
  const margin = (kind: string, text: string) => `<w:${kind}>${Files.wordParagraph(text)}</w:${kind}>`
  const note = (kind: string) =>
    `<w:${kind}s><w:${kind} w:type="separator" w:id="0">${Files.wordParagraph("no")}</w:${kind}><w:${kind} w:id="1"><w:p><w:r><w:${kind}Ref/><w:t>the ${kind}</w:t></w:r></w:p></w:${kind}></w:${kind}s>`
  const file = word(
    '<w:p><w:r><w:t>body</w:t><w:footnoteReference w:id="1"/><w:endnoteReference w:id="1"/><w:commentReference w:id="0"/></w:r></w:p>',
    {
      parts: {
        "word/header1.xml": margin("hdr", "Waajjira Barnootaa"),
        "word/header2.xml": margin("hdr", "Waajjira Barnootaa"),
        "word/header3.xml": `<w:hdr><w:p><w:fldSimple w:instr=" PAGE "><w:r><w:t>3</w:t></w:r></w:fldSimple><w:r><w:t> / </w:t></w:r>${complexField("NUMPAGES", "4")}</w:p></w:hdr>`,
        "word/header4.xml": margin("hdr", "0911 22 33 44"),
        "word/footer1.xml": `<w:ftr>${Files.wordParagraph("Finfinnee")}${Files.wordParagraph("Itoophiyaa")}</w:ftr>`,
        "word/footnotes.xml": note("footnote"),
        "word/endnotes.xml": note("endnote")
      },
      relations: [
        ["1", "header", "header1.xml"],
        ["2", "header", "header2.xml"],
        ["3", "header", "header3.xml"],
        ["8", "header", "header4.xml"],
        ["4", "footer", "footer1.xml"],
        ["5", "footnotes", "footnotes.xml"],
        ["6", "endnotes", "endnotes.xml"],
        ["7", "comments", "comments.xml"]
      ]
    }
  )
  const { leftOut, text } = await read(file)
  expect(text).toBe(
    [
      "[Page header: Waajjira Barnootaa]",
      "[Page header: 0911 22 33 44]",
      "body[^1][^i]",
      "[^1]: the footnote",
      "[^i]: the endnote",
      "[Page footer: Finfinnee / Itoophiyaa]"
    ].join("\n\n")
  )
  expect(leftOut).toEqual(["Comments are not included."])
})

const picture = (id: string, description = "") =>
  `<w:p><w:r><w:drawing><wp:docPr descr="${description}"/><a:blip r:embed="${id}"/></w:drawing></w:r></w:p>`

test("pictures of Word are numbered where they stand; those that cannot be shown are reported as left out", async () => {
  const png = await new Bun.Image(Files.bmp(8, 4, () => [1, 2, 3])).png().bytes()
  const emf = Buffer.alloc(64)
  emf.write(" EMF", 40, "latin1")
  const { leftOut, pictures, text } = await read(
    word(`${picture("a", "a  stamp")}${Files.wordParagraph("between")}${picture("b")}${picture("a")}${picture("c")}`, {
      parts: { "word/media/a.png": png, "word/media/b.emf": emf },
      relations: [
        ["a", "image", "media/a.png"],
        ["b", "image", "media/b.emf"],
        ["c", "image", "media/missing.png"]
      ]
    })
  )
  expect(text).toBe("[Picture 1: a stamp]\n\nbetween\n\n[Picture 2]\n\n[Picture 1]\n\n[Picture 3]")
  expect(pictures.map(({ mimeType }) => mimeType)).toEqual(["image/png"])
  expect(leftOut).toEqual([
    "Picture 2 is not included: it is a drawing of lines, which are not shown.",
    "Picture 3 is not included: it is damaged."
  ])
})

test("at most eight pictures of a document are shown", async () => {
  const names = Array.from({ length: 10 }, (_, index) => `p${index}`)
  const pngs = names.map((_, index) => new Bun.Image(Files.bmp(index + 1, 1, () => [0, 0, 0])).png().bytes())
  const parts = Object.fromEntries((await Promise.all(pngs)).map((png, index) => [`word/media/p${index}`, png]))
  const { leftOut, pictures } = await read(
    word(names.map((name) => picture(name)).join(""), {
      parts,
      relations: names.map((name) => [name, "image", `media/${name}`])
    })
  )
  expect(pictures).toHaveLength(8)
  expect(leftOut).toEqual(["Pictures 9 to 10 are not included: at most 8 of a document are."])
})

test("pictures in Word's headers and footers are shown where the body's leave room", async () => {
  const names = Array.from({ length: 9 }, (_, index) => `p${index}`)
  const pngs = names.map((_, index) => new Bun.Image(Files.bmp(index + 1, 1, () => [0, 0, 0])).png().bytes())
  const parts = Object.fromEntries((await Promise.all(pngs)).map((png, index) => [`word/media/p${index}`, png]))
  const withHead = async (count: number) =>
    read(
      Files.office(
        {
          ...parts,
          "word/document.xml": `<w:document><w:body>${names
            .slice(1, 1 + count)
            .map((name) => picture(name))
            .join("")}</w:body></w:document>`,
          "word/header1.xml": `<w:hdr>${picture("logo", "seal")}${Files.wordParagraph("Bureau")}</w:hdr>`,
          "word/header2.xml": `<w:hdr>${picture("logo", "seal")}${Files.wordParagraph("Bureau")}</w:hdr>`
        },
        {
          "word/document.xml": [
            ["h", "header", "header1.xml"],
            ["i", "header", "header2.xml"],
            ...names.map((name) => [name, "image", `media/${name}`] as const)
          ],
          "word/header1.xml": [["logo", "image", "media/p0"]],
          "word/header2.xml": [["logo", "image", "media/p0"]]
        }
      )
    )
  const few = await withHead(1)
  expect(few.text).toBe("[Page header: [Picture 1: seal] / Bureau]\n\n[Picture 2]")
  expect(few.pictures).toHaveLength(2)
  const many = await withHead(8)
  expect(many.pictures).toHaveLength(8)
  expect(many.leftOut).toEqual(["Picture 1 is not included: at most 8 of a document are."])
})

test("a symbol in Word is what it shows in its font", async () => {
  const symbols = [
    ["Symbol", "F06D"],
    ["Wingdings", "F0FE"],
    ["Wingdings 2", "0052"],
    ["Wingdings 3", "F07D"],
    ["Segoe UI Symbol", "2610"]
  ].map(([font, char]) => `<w:sym w:font="${font}" w:char="${char}"/>`)
  expect(await textOf(`<w:p><w:r>${symbols.join("")}</w:r></w:p>`)).toBe("μ☑☑•☐")
})

test("text that is hidden in Word is not read, unless it is hidden no longer", async () => {
  const run = (text: string, properties: string) => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
  const body = `<w:p>${run("a", "")}${run("no", "<w:vanish/>")}${run("b", '<w:vanish w:val="0"/>')}${run("c", "<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>")}</w:p>`
  expect(await textOf(body)).toBe("abc")
})

test("list numbers of Word in signs, other digits and other letters are as they are printed", async () => {
  const notations: ReadonlyArray<readonly [notation: string, start: number, printed: string]> = [
    ["decimalZero", 7, "07"],
    ["ordinal", 22, "22nd"],
    ["hex", 171, "AB"],
    ["none", 3, ""],
    ["decimalEnclosedCircle", 20, "⑳"],
    ["decimalEnclosedCircle", 21, "21"],
    ["decimalFullWidth", 12, "１２"],
    ["chicago", 6, "††"],
    ["ideographDigital", 105, "一〇五"],
    ["ideographTraditional", 2, "乙"],
    ["thaiNumbers", 25, "๒๕"],
    ["hindiNumbers", 25, "२५"],
    ["arabicAlpha", 3, "ت"],
    ["russianUpper", 29, "Я"],
    ["russianLower", 30, "аа"],
    ['custom" w:format="001, 002, 003, ...', 7, "007"],
    ["hebrew1", 15, "טו"],
    ["ethiopicNumeric", 10, "፲"],
    ["ethiopicNumeric", 100, "፻"],
    ["ethiopicNumeric", 1996, "፲፱፻፺፮"],
    ["ethiopicNumeric", 10_100, "፼፻"],
    ["ethiopicHalehame", 4, "መ"],
    ['custom" w:format="፩, ፪, ፫, ...', 12, "፲፪"],
    ['custom" w:format="ሀ, ለ, ሐ, ...', 34, "ሀሀ"],
    ["decimal", 9, "9"]
  ]
  const levels = notations.map(([notation, start], index) =>
    abstract(
      index,
      `<w:lvl w:ilvl="0"><w:start w:val="${start}"/><w:numFmt w:val="${notation}"/><w:lvlText w:val="%1."/></w:lvl>`
    )
  )
  const lists = notations.map((_, index) => list(index + 1, index))
  const body = notations.map(([notation], index) => numbered(notation.slice(0, 6), index + 1)).join("")
  const text = await textOf(body, { numbering: [...levels, ...lists].join("") })
  expect(text.split(/\n+/)).toEqual(notations.map(([notation, , printed]) => `${printed}. ${notation.slice(0, 6)}`))
})

const points = (count: number, value: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `<c:pt idx="${index}"><c:v>${value(index)}</c:v></c:pt>`).join("")

const chart = (series: number, count: number) =>
  `<c:chartSpace><c:chart><c:title><c:tx><a:p><a:r><a:t>Buna</a:t></a:r></a:p></c:tx></c:title><c:plotArea>${`<c:ser><c:tx><c:strRef>${points(1, () => "Oda")}</c:strRef></c:tx><c:cat>${points(count, (index) => `Q${index}`)}</c:cat><c:val>${points(count, (index) => `${index * 5}`)}</c:val></c:ser>`.repeat(series)}</c:plotArea></c:chart></c:chartSpace>`

const diagram = (...words: ReadonlyArray<string>) =>
  `<dgm:dataModel><dgm:ptLst>${words.map((word) => `<dgm:pt><dgm:t><a:p><a:r><a:t>${word}</a:t></a:r></a:p></dgm:t></dgm:pt>`).join("")}</dgm:ptLst></dgm:dataModel>`

const drawn = (inner: string) => `<w:p><w:r><w:t>see </w:t><w:drawing>${inner}</w:drawing></w:r></w:p>`

test("charts and diagrams of Word are marked where they stand, and written at the end; damaged ones are reported", async () => {
  const file = word(
    `${drawn('<c:chart r:id="1"/>')}${drawn('<dgm:relIds r:dm="2"/>')}${drawn('<c:chart r:id="3"/>')}<w:p><w:r><w:t>end</w:t></w:r></w:p>`,
    {
      parts: { "word/c1.xml": chart(1, 2), "word/d.xml": diagram("Sadarkaa", "ደረጃ"), "word/c2.xml": "<c:chartSpace>" },
      relations: [
        ["1", "chart", "c1.xml"],
        ["2", "diagramData", "d.xml"],
        ["3", "chart", "c2.xml"]
      ]
    }
  )
  const { leftOut, text } = await read(file)
  expect(text).toBe(
    "see [Chart 1]\n\nsee [Diagram 1]\n\nsee [Chart 2]\n\nend\n\n[Chart 1: Buna]\n\n| | Oda |\n| Q0 | 0 |\n| Q1 | 5 |\n\n[Diagram 1]\n\nSadarkaa\n\nደረጃ"
  )
  expect(leftOut).toEqual(["Chart 2 is damaged: it is not included."])
})

test("what a chart has beyond 20 series and 200 points, and a Word document beyond 50 charts, is reported", async () => {
  const ids = Array.from({ length: 51 }, (_, index) => index + 1)
  const file = word(ids.map((id) => drawn(`<c:chart r:id="${id}"/>`)).join(""), {
    parts: Object.fromEntries(ids.map((id) => [`word/c${id}.xml`, id === 1 ? chart(21, 201) : chart(1, 1)])),
    relations: ids.map((id) => [`${id}`, "chart", `c${id}.xml`])
  })
  const { leftOut, text } = await read(file)
  expect(text).toContain("| Q199 | 995 |")
  expect(text).not.toContain("Q200")
  expect(leftOut).toEqual([
    "Of more than 50 charts only the first 50 are included.",
    "Of a chart with more than 200 points only the first 200 are included.",
    "Of a chart with more than 20 series only the first 20 are included."
  ])
})
