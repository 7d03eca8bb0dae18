/** What a Word document prints in the words of its lines: formulas, signs, fields, notes, what is hidden, and parts in other formats. */
import { afterAll, expect, test } from "bun:test"
import * as Files from "./Files.ts"
import { makeReader, right } from "./Reader.ts"
import { abstract, level, list, numbered, type WordOptions, word } from "./Word.ts"

const reader = makeReader()
afterAll(reader.stop)

const read = async (body: string, options?: WordOptions) => right(await reader.document(word(body, options)))
const textOf = async (body: string, options?: WordOptions): Promise<string> => (await read(body, options)).text

const run = (text: string, properties = "") =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (content: string, properties = "") => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const math = (content: string) => `<m:oMath>${content}</m:oMath>`
const term = (text: string) => `<m:r><w:rPr><w:ins/></w:rPr><m:t>${text}</m:t></m:r>`
const element = (name: string, ...parts: ReadonlyArray<readonly [name: string, content: string]>) =>
  `<m:${name}>${parts.map(([part, content]) => `<m:${part}>${content}</m:${part}>`).join("")}</m:${name}>`

test("a formula of Word is written on one line with its fractions, roots, powers, sums, brackets and matrices", async () => {
  const hidden = '<m:degHide m:val="1"/>'
  const formulas = [
    [
      `${term("x=")}${element("f", ["num", `${term("-b±")}${element("rad", ["radPr", hidden], ["deg", ""], ["e", element("sSup", ["e", term("b")], ["sup", term("2")])])}`], ["den", term("2a")])}`,
      "x=(-b±√(b^2))/(2a)"
    ],
    [
      element("nary", ["naryPr", '<m:chr m:val="∑"/>'], ["sub", term("i=1")], ["sup", term("n")], ["e", term("i")]),
      "∑_(i=1)^n i"
    ],
    [
      element(
        "nary",
        ["naryPr", '<m:subHide m:val="1"/><m:supHide m:val="on"/>'],
        ["sub", ""],
        ["sup", ""],
        ["e", term("f")]
      ),
      "∫ f"
    ],
    [
      element(
        "d",
        ["dPr", '<m:begChr m:val="["/><m:endChr m:val="]"/>'],
        [
          "e",
          element(
            "m",
            ["mr", `<m:e>${term("1")}</m:e><m:e>${term("2")}</m:e>`],
            ["mr", `<m:e>${term("3")}</m:e><m:e>${term("4")}</m:e>`]
          )
        ]
      ),
      "[1, 2; 3, 4]"
    ],
    [element("rad", ["radPr", ""], ["deg", term("3")], ["e", term("z")]), "∛(z)"],
    [element("f", ["fPr", '<m:type m:val="noBar"/>'], ["num", term("n")], ["den", term("k")]), "n¦k"],
    [element("sSubSup", ["e", term("a")], ["sub", term("1")], ["sup", term("xy")]), "a_1^(xy)"],
    [
      element("func", ["fName", element("limLow", ["e", term("lim")], ["lim", term("n→∞")])], ["e", term("a")]),
      "lim_(n→∞) a"
    ],
    [element("acc", ["accPr", '<m:chr m:val="̅"/>'], ["e", term("x")]), "x̅"],
    [`${term("kept")}<w:del>${term("gone")}</w:del>`, "kept"]
  ] as const
  const text = await textOf(formulas.map(([formula]) => paragraph(math(formula))).join(""))
  expect(text.split("\n\n")).toEqual(formulas.map(([, written]) => written))
})

test("a formula of Word that nests without end, or is deleted, writes nothing that is not there", async () => {
  expect(await textOf(paragraph(`${run("a")}<w:del>${math(term("gone"))}</w:del>`))).toBe("a")
  const deep = `${"<m:f><m:num>".repeat(200)}${term("x")}${"</m:num></m:f>".repeat(200)}`
  expect(await textOf(paragraph(math(deep)))).toStartWith("(".repeat(199))
})

test("raised and lowered numbers of Word have signs of their own, and letters stay", async () => {
  const raised = '<w:vertAlign w:val="superscript"/>'
  const lowered = '<w:vertAlign w:val="subscript"/>'
  const line = `${run("10")}${run("-6", raised)}${run(" m")}${run("2", raised)}${run(", H")}${run("2", lowered)}${run("O, 1")}${run("st", raised)}`
  expect(await textOf(paragraph(line))).toBe("10⁻⁶ m², H₂O, 1st")
  // As LibreOffice writes what a web page raises.
  const small = (position: number) => `<w:position w:val="${position}"/><w:sz w:val="19"/>`
  const other = `${run("H")}${run("2", small(-2))}${run("O, 10")}${run("6", '<w:position w:val="8"/>')}${run("0", '<w:position w:val="1"/>')}`
  expect(await textOf(paragraph(other))).toBe("H₂O, 10⁶0")
})

test("footnotes and endnotes of Word have the numbers that are printed, whatever their ids", async () => {
  const reference = (kind: string, id: number, more = "") => `<w:r><w:${kind}Reference w:id="${id}"${more}/></w:r>`
  const note = (kind: string, id: number) =>
    `<w:${kind} w:id="${id}"><w:p><w:r><w:${kind}Ref/></w:r>${run(` ${kind} ${id}`)}</w:p></w:${kind}>`
  const body = `${run("a")}${reference("footnote", 7)}${run("b")}${reference("footnote", 0, ' w:customMarkFollows="1"')}${run("*")}${run("c")}${reference("footnote", 5)}${reference("endnote", 9)}`
  const settings = '<w:settings><w:footnotePr><w:numFmt w:val="upperLetter"/></w:footnotePr></w:settings>'
  const parts = (own: string): WordOptions => ({
    parts: {
      "word/footnotes.xml": `<w:footnotes>${[0, 3, 5, 7].map((id) => note("footnote", id)).join("")}</w:footnotes>`,
      "word/endnotes.xml": `<w:endnotes>${note("endnote", 9)}</w:endnotes>`,
      "word/settings.xml": own
    },
    relations: [
      ["f", "footnotes", "footnotes.xml"],
      ["e", "endnotes", "endnotes.xml"],
      ["t", "settings", "settings.xml"]
    ]
  })
  const notes = (first: string, second: string) =>
    ["footnote 0", `${second}:  footnote 5`, `${first}:  footnote 7`, "[^i]:  endnote 9"].join("\n\n")
  expect((await textOf(paragraph(body), parts("<w:settings/>"))).replace("\n\n ", "\n\n")).toBe(
    `a[^1]b*c[^2][^i]\n\n${notes("[^1]", "[^2]")}`
  )
  expect(await textOf(paragraph(body), parts(settings))).toStartWith("a[^A]b*c[^B][^i]")
  // Damaged settings take nothing else away.
  expect(await textOf(paragraph(body), parts("<w:settings"))).toStartWith("a[^1]b*c[^2][^i]")
})

test("comments of Word are said to be left out only where there are some", async () => {
  const options: WordOptions = {
    parts: { "word/comments.xml": "<w:comments/>" },
    relations: [["c", "comments", "comments.xml"]]
  }
  expect((await read(paragraph(run("a")), options)).leftOut).toEqual([])
  const commented = `${run("a")}<w:r><w:commentReference w:id="0"/></w:r>`
  expect((await read(paragraph(commented), options)).leftOut).toEqual(["Comments are not included."])
})

test("comments of Word stand beside the words that they are about, with who wrote them", async () => {
  const comment = (id: number, author: string, words: string) =>
    `<w:comment w:id="${id}" w:author="${author}">${words}</w:comment>`
  const reference = (id: number) =>
    `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:commentReference w:id="${id}"/></w:r>`
  const range = (id: number, content: string) =>
    `<w:commentRangeStart w:id="${id}"/>${content}<w:commentRangeEnd w:id="${id}"/>${reference(id)}`
  const options: WordOptions = {
    parts: {
      "word/comments.xml": `<w:comments>${[
        comment(0, "Chaltu", paragraph(`<w:r><w:annotationRef/></w:r>${run("Ten days")}`) + paragraph(run("or more?"))),
        comment(1, "", paragraph(run("So be it."))),
        comment(2, "Abebe", paragraph(`${run("No.")}<w:del><w:r><w:delText>x</w:delText><w:t>x</w:t></w:r></w:del>`)),
        comment(3, "Abebe", paragraph(""))
      ].join("")}</w:comments>`
    },
    relations: [["c", "comments", "comments.xml"]]
  }
  const pays = `${run("The tenant pays ")}${range(0, `${run("within ")}<w:del>${run("two ")}</w:del>${run("five days")}`)}${reference(1)}${run(".")}`
  const second = `${range(2, run("All of it."))}${reference(2)}${reference(3)}${reference(9)}`
  const { leftOut, text } = await read(paragraph(pays) + paragraph(second), options)
  expect(text).toBe(
    [
      "The tenant pays within five days [Comment by Chaltu on “within five days”: Ten days or more?] [Comment: So be it.].",
      "All of it. [Comment by Abebe on “All of it.”: No.]"
    ].join("\n\n")
  )
  expect(leftOut).toEqual(["Some comments are not included."])
})

test("comments of Word without an end are cut, and those that are damaged are said to be left out", async () => {
  const relations: WordOptions["relations"] = [["c", "comments", "comments.xml"]]
  const starts = Array.from({ length: 20_000 }, (_, id) => `<w:commentRangeStart w:id="${id % 100}"/>`).join("")
  const many = Array.from(
    { length: 100 },
    (_, id) => `<w:comment w:id="${id}"><w:p>${run("y".repeat(2_000))}</w:p></w:comment>`
  )
  const references = Array.from(
    { length: 2_000 },
    (_, id) => `<w:r><w:commentReference w:id="${id % 100}"/></w:r>`
  ).join("")
  const body = paragraph(`${starts}${run("a").repeat(2_000)}${references}`)
  const cut = await read(body, {
    parts: { "word/comments.xml": `<w:comments>${many.join("")}</w:comments>` },
    relations
  })
  expect(cut.text.match(/y/g)?.length).toBeLessThanOrEqual(60_000)
  expect(cut.leftOut).toContain("Some comments are not included.")
  const damaged = await read(paragraph(`${run("a")}<w:r><w:commentReference w:id="0"/></w:r>`), {
    parts: { "word/comments.xml": "<w:comments" },
    relations
  })
  expect([damaged.text, damaged.leftOut]).toEqual(["a", ["Comments are not included."]])
})

test("what a style of Word hides is not read, unless the text says otherwise", async () => {
  const styles =
    '<w:style w:type="character" w:styleId="C"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="P"><w:rPr><w:vanish/></w:rPr></w:style>'
  const body = [
    paragraph(run("seen") + run("hidden", '<w:rStyle w:val="C"/>')),
    paragraph(run("hidden"), '<w:pStyle w:val="P"/>'),
    paragraph(run("shown", '<w:vanish w:val="0"/>') + run("hidden"), '<w:pStyle w:val="P"/>')
  ]
  expect(await textOf(body.join(""), { styles })).toBe("seen\n\nshown")
})

test("a field of Word within another's instruction is not read, its result is", async () => {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const instruction = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`
  const inner = `${mark("begin")}${instruction("MERGEFIELD sex")}${mark("separate")}${run("f")}${mark("end")}`
  const outer = `${mark("begin")}${instruction("IF ")}${inner}${instruction(' = "f"')}${mark("separate")}${run("Ms")}${mark("end")}`
  expect(await textOf(paragraph(`${outer}${run(" Almaz")}`))).toBe("Ms Almaz")
  // A field that is never ended hides nothing but what is in its instruction.
  expect(await textOf(paragraph(`${mark("begin")}${run("a")}`) + paragraph(run("b")))).toBe("a\n\nb")
})

test("page numbers in the heads and feet of Word are a sign, whatever number was kept", async () => {
  const foot = (kept: string) =>
    `<w:ftr>${paragraph(`${run("Page ")}<w:fldSimple w:instr=" PAGE ">${kept}</w:fldSimple>${run(" of ")}<w:fldSimple w:instr="NUMPAGES"/>`)}</w:ftr>`
  const text = await textOf(paragraph(run("body")), {
    parts: { "word/a.xml": foot(run("0")), "word/b.xml": foot(run("7")) },
    relations: [
      ["a", "footer", "a.xml"],
      ["b", "footer", "b.xml"]
    ]
  })
  expect(text).toBe("body\n\n[Page footer: Page … of …]")
})

test("heads of Word for first and even pages are read only where the document prints them", async () => {
  const head = (text: string) => `<w:hdr>${paragraph(run(text))}</w:hdr>`
  const references = ["default", "first", "even"]
    .map((type) => `<w:headerReference w:type="${type}" r:id="${type}"/>`)
    .join("")
  const textWith = (section: string, settings: string) =>
    textOf(`${paragraph(run("body"))}<w:sectPr>${references}${section}</w:sectPr>`, {
      parts: {
        "word/default.xml": head("every page"),
        "word/first.xml": head("first page"),
        "word/even.xml": head("even page"),
        "word/settings.xml": `<w:settings>${settings}</w:settings>`
      },
      relations: [
        ["default", "header", "default.xml"],
        ["first", "header", "first.xml"],
        ["even", "header", "even.xml"],
        ["t", "settings", "settings.xml"]
      ]
    })
  const said = (...heads: ReadonlyArray<string>) =>
    [...heads.map((text) => `[Page header: ${text} page]`), "body"].join("\n\n")
  expect(await textWith("", "")).toBe(said("every"))
  expect(await textWith('<w:titlePg w:val="0"/>', '<w:evenAndOddHeaders w:val="0"/>')).toBe(said("every"))
  expect(await textWith("<w:titlePg/>", "")).toBe(said("every", "first"))
  expect(await textWith("<w:titlePg/>", "<w:evenAndOddHeaders/>")).toBe(said("every", "first", "even"))
})

test("a paragraph of Word whose end was deleted goes on in the next, and one that was deleted whole leaves no number", async () => {
  const joined = "<w:rPr><w:del/></w:rPr>"
  const inList = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
  const numbering = abstract(0, level(0, "decimal", "%1.")) + list(1, 0)
  const body = [
    paragraph(run("one "), inList + joined),
    numbered("half", 1),
    paragraph("<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>", inList + joined),
    numbered("two", 1),
    paragraph(run("free "), joined),
    paragraph(run("text"))
  ]
  expect(await textOf(body.join(""), { numbering })).toBe("1. one half\n2. two\n\nfree text")
})

test("a large first letter of Word belongs to the word that it begins", async () => {
  const frame = '<w:framePr w:dropCap="drop" w:lines="3"/>'
  const body = [paragraph(run("H"), frame), paragraph(run("ello")), paragraph(run("boxed"), '<w:framePr w:w="100"/>')]
  expect(await textOf(body.join(""))).toBe("Hello\n\nboxed")
})

test("bullets of Word that are boxes or ticks are written, and others are not", async () => {
  const bullets = [
    ["☐", ""],
    ["\uf0fc", "Wingdings"],
    ["●", ""],
    ["o", "Courier New"]
  ] as const
  const numbering = bullets
    .map(([sign, font], index) =>
      abstract(index, level(0, "bullet", sign, `<w:rPr><w:rFonts w:ascii="${font}"/></w:rPr>`))
    )
    .concat(bullets.map((_, index) => list(index + 1, index)))
  const body = bullets.map((_, index) => numbered(`p${index}`, index + 1))
  expect(await textOf(body.join(""), { numbering: numbering.join("") })).toBe("- ☐ p0\n- ✓ p1\n- p2\n- p3")
})

test("list numbers of Word in words, and in the counts of other scripts, are as they are printed", async () => {
  const notations = [
    ["cardinalText", 21, "Twenty-one"],
    ["ordinalText", 1, "First"],
    ["ordinalText", 12, "Twelfth"],
    ["ordinalText", 40, "Fortieth"],
    ["ordinalText", 100, "100"],
    ["chineseCounting", 12, "十二"],
    ["chineseLegalSimplified", 10, "壹拾"],
    ["koreanDigital", 21, "이일"],
    ["hebrew1", 116, "קטז"],
    ["thaiLetters", 2, "ข"]
  ] as const
  const levels = notations.map(([notation, start], index) =>
    abstract(index, level(0, notation, "%1.").replace('w:start w:val="1"', `w:start w:val="${start}"`))
  )
  const lists = notations.map((_, index) => list(index + 1, index))
  const body = notations.map((_, index) => numbered("x", index + 1)).join("")
  const text = await textOf(body, { numbering: [...levels, ...lists].join("") })
  expect(text.split("\n")).toEqual(notations.map(([, , printed]) => `${printed}. x`))
})

const mime = (html: string) =>
  `MIME-Version: 1.0\nContent-Type: multipart/related;\n\tboundary="b"\n\n--b\nContent-Type: text/html; charset="utf-8"\nContent-Transfer-Encoding: quoted-printable\n\n${html}\n--b--`

test("parts of a Word document in HTML, MIME, RTF, text and Word stand where they are inserted", async () => {
  const chunks = [
    [
      "a.html",
      "<html><head><title>no</title></head><body><h2>Head</h2><p>a &amp; <b>b</b><br>c<ol><li>x<li>y</ol><table><tr><td>1<td>2</table><script>no</script></html>"
    ],
    ["b.mht", mime("<p class=3D'x'>=E1=88=80 so=\nft</p>")],
    ["c.rtf", "{\\rtf1 rich\\par}"],
    ["d.txt", "plain"],
    ["e.docx", word(paragraph(run("inner")))],
    ["f.bin", new Uint8Array([0, 1, 2, 3])]
  ] as const
  const body = chunks.map(([name]) => `${paragraph(run(name))}<w:altChunk r:id="${name}"/>`).join("")
  const { leftOut, text } = await read(body, {
    parts: Object.fromEntries(chunks.map(([name, bytes]) => [`word/${name}`, bytes])),
    relations: chunks.map(([name]) => [name, "aFChunk", name] as const)
  })
  expect(text).toBe(
    [
      "a.html\n\n## Head\n\na & b\nc\n\n1. x\n2. y\n\n| 1 | 2 |",
      "b.mht\n\nሀ soft",
      "c.rtf\n\nrich",
      "d.txt\n\nplain",
      "e.docx\n\ninner",
      "f.bin"
    ].join("\n\n")
  )
  expect(leftOut).toEqual(["Parts in other formats are not included."])
})

const alternatives = (...branches: ReadonlyArray<string>) =>
  `<w:r><mc:AlternateContent>${branches.map((branch, at) => (at + 1 < branches.length ? `<mc:Choice Requires="x${at}">${branch}</mc:Choice>` : `<mc:Fallback>${branch}</mc:Fallback>`)).join("")}</mc:AlternateContent></w:r>`

test("of what Word draws in several ways the first that says something is read, also where that is the last", async () => {
  const png = await new Bun.Image(Files.bmp(8, 4, () => [1, 2, 3])).png().bytes()
  const box = (text: string) => `<w:txbxContent>${paragraph(run(text))}</w:txbxContent>`
  const ink = '<w:drawing><w14:contentPart r:id="ink"/></w:drawing>'
  const image = '<w:drawing><wp:docPr descr="signature"/><a:blip r:embed="p"/></w:drawing>'
  const nested = `<w:txbxContent><w:p>${alternatives(ink, image)}</w:p></w:txbxContent>`
  const { leftOut, pictures, text } = await read(
    [
      paragraph(`${run("Signed: ")}${alternatives(ink, image)}`),
      paragraph(alternatives(box("box"), box("box"))),
      paragraph(alternatives(box("one"), box("two"), box("three"))),
      paragraph(alternatives(box(""), box("second"), box("third"))),
      paragraph(alternatives(nested, box("outer")))
    ].join(""),
    { parts: { "word/media/p.png": png }, relations: [["p", "image", "media/p.png"]] }
  )
  expect(text).toBe("Signed: [Picture 1: signature]\n\nbox\n\none\n\nsecond\n\n[Picture 1: signature]")
  expect([pictures.length, leftOut]).toEqual([1, []])
})

test("letters of Word that are set in a font of symbols are what they show", async () => {
  const set = (font: string, text: string) => run(text, `<w:rFonts w:ascii="${font}" w:hAnsi="${font}"/>`)
  const line = [
    set("Wingdings", "þ"),
    run(" yes, "),
    set("Wingdings", "\uf0a8"),
    run(" no, "),
    set("Wingdings 2", "P"),
    set("Webdings", "a"),
    set("Symbol", "a £ 5"),
    set("Wingdings", "\uf081 à"),
    set("Arial", "þ à")
  ]
  expect(await textOf(paragraph(line.join("")))).toBe("☑ yes, ☐ no, ✓✓α ≤ 5① →þ à")
})

test("what only the instruction of a Word field says is read where it has no result", async () => {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const field = (instruction: string, result = "") =>
    `${mark("begin")}<w:r><w:instrText>${instruction}</w:instrText></w:r>${result === "" ? "" : mark("separate") + result}${mark("end")}`
  const line = [
    field(' SYMBOL 254 \\f "Wingdings" \\s 12 '),
    field(" SYMBOL 0x41 \\f Arial "),
    field(' SYMBOL 254 \\f "Wingdings" ', run("þ", '<w:rFonts w:ascii="Wingdings"/>')),
    field(" MACROBUTTON NoMacro [name of the tenant]"),
    field(" EQ \\* jc2 \\o\\ad(\\s\\up 9(ruby),base)"),
    field(" PAGE "),
    field(' HYPERLINK "x" ', run(" link"))
  ]
  expect(await textOf(paragraph(line.join("")))).toBe("☑A☑[name of the tenant]base link")
})

test("cells of a Word row that begins further right stay in their columns", async () => {
  const cells = (...texts: ReadonlyArray<string>) =>
    texts.map((text) => `<w:tc>${paragraph(run(text))}</w:tc>`).join("")
  const rows = [cells("Town", "2015", "2016"), `<w:trPr><w:gridBefore w:val="1"/></w:trPr>${cells("sum", "of both")}`]
  expect(await textOf(`<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join("")}</w:tbl>`)).toBe(
    "| Town | 2015 | 2016 |\n| | sum | of both |"
  )
})

test("pictures and documents that a Word document only refers to are said to be left out", async () => {
  const body = paragraph(
    `${run("see ")}<w:r><w:drawing><a:blip r:embed="gone"/></w:drawing></w:r><w:r><w:pict><v:imagedata r:id="web"/></w:pict></w:r>`
  )
  const { leftOut, text } = await read(`${body}<w:subDoc r:id="other"/>`)
  expect(text).toBe("see ")
  expect(leftOut).toEqual([
    "Pictures that the document only refers to are not included.",
    "Documents that this one only refers to are not included."
  ])
})

test("a part of a document is read in the encoding that it declares, or begins in", async () => {
  const document = (bytes: Uint8Array) =>
    Files.zip(Files.docxParts("").map((part) => (part.name === "word/document.xml" ? { ...part, bytes } : part)))
  const xml = (encoding: string, text: string) =>
    `<?xml version="1.0" encoding="${encoding}" standalone="yes"?><w:document xmlns:w="w"><w:body>${paragraph(run(text))}</w:body></w:document>`
  const cases: ReadonlyArray<readonly [expected: string, bytes: Buffer]> = [
    ["café", Buffer.from(xml("ISO-8859-1", "café"), "latin1")],
    ["l\u2019été", Buffer.from(xml("windows-1252", "l\x92été"), "latin1")],
    ["ሰላም", Buffer.from(xml("utf-8", "ሰላም"))],
    ["ሰላም", Buffer.from(xml("UTF-16", "ሰላም"))],
    ["ሰላም", Buffer.from(xml("no-such", "ሰላም"))],
    ["ሰላም", Buffer.from(xml("UTF-16", "ሰላም"), "utf16le")],
    ["ሰላም", Buffer.from(xml("UTF-16", "ሰላም"), "utf16le").swap16()]
  ]
  for (const [expected, bytes] of cases) expect(right(await reader.document(document(bytes))).text).toBe(expected)
})

test("a paragraph of Word that was moved away leaves no number where it was", async () => {
  const numbering = abstract(0, level(0, "decimal", "%1.")) + list(1, 0)
  const inList = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
  const body = [
    numbered("one", 1),
    paragraph(`<w:moveFrom>${run("two")}</w:moveFrom>`, `${inList}<w:rPr><w:moveFrom/></w:rPr>`),
    numbered("three", 1),
    paragraph(`<w:moveTo>${run("two")}</w:moveTo>`, `${inList}<w:rPr><w:moveTo/></w:rPr>`)
  ]
  expect(await textOf(body.join(""), { numbering })).toBe("1. one\n2. three\n3. two")
})

test("numbers of a Word list begin at zero where the list does not say where they begin", async () => {
  const levels = [level(0, "decimal", "%1."), level(1, "decimal", "%1.%2")].map((each) =>
    each.replace('<w:start w:val="1"/>', "")
  )
  const numbering = abstract(0, ...levels) + list(1, 0)
  const body = numbered("one", 1) + numbered("under", 1, 1) + numbered("two", 1)
  expect(await textOf(body, { numbering })).toBe("0. one\n  0.0 under\n1. two")
})
