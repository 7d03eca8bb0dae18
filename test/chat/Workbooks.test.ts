/** What a workbook's sheets show reaches the model. */
import { afterAll, expect, test } from "bun:test"
import * as Files from "./Files.ts"
import { makeReader, right } from "./Reader.ts"

const reader = makeReader()
afterAll(reader.stop)

const read = async (bytes: Uint8Array) => right(await reader.document(bytes))
const file = (name: string) => Bun.file(new URL(`./files/${name}`, import.meta.url)).bytes()

interface Options {
  /** Number formats of the styles 1, 2 and so on: codes, or numbers of built-in ones. */
  readonly formats?: ReadonlyArray<string | number>
  readonly properties?: string
  readonly calculation?: string
  readonly after?: string
  readonly before?: string
}

const escape = (code: string): string => code.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;")

/** A workbook of one sheet whose `sheetData` is given. */
const workbook = (
  data: string,
  { after = "", before = "", calculation = "", formats = [], properties = "" }: Options = {}
) => {
  const codes = formats.flatMap((format, index) =>
    typeof format === "string" ? [`<numFmt numFmtId="${170 + index}" formatCode="${escape(format)}"/>`] : []
  )
  const styles = formats.map((format, index) => `<xf numFmtId="${typeof format === "string" ? 170 + index : format}"/>`)
  return Files.office(
    {
      "xl/workbook.xml": `<workbook xmlns:r="r"><workbookPr ${properties}/><sheets><sheet name="S" sheetId="1" r:id="s"/></sheets><calcPr ${calculation}/></workbook>`,
      "xl/styles.xml": `<styleSheet><numFmts>${codes.join("")}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join("")}</cellXfs></styleSheet>`,
      "xl/worksheets/sheet1.xml": `<worksheet>${before}<sheetData>${data}</sheetData>${after}</worksheet>`
    },
    {
      "xl/workbook.xml": [
        ["s", "worksheet", "/xl/worksheets/sheet1.xml"],
        ["f", "styles", "styles.xml"]
      ]
    }
  )
}

/** The rows of the sheet, each as its line. */
const rowsOf = async (data: string, options?: Options): Promise<ReadonlyArray<string>> =>
  (await read(workbook(data, options))).text.split("\n").slice(2)

/** What a cell shows that holds this value, or text, in this format. */
const shown = async (format: string | number, value: string, properties = ""): Promise<string> => {
  const content = Number.isNaN(Number(value)) ? `t="str" s="1"><v>${escape(value)}</v>` : `s="1"><v>${value}</v>`
  const [row = ""] = await rowsOf(`<row><c ${content}</c></row>`, { formats: [format], properties })
  return row.slice(2, -2)
}

test("parts of a workbook are found whatever the case of their names", async () => {
  expect((await read(await file("capital-strings.xlsx"))).text).toBe("# Sheet: Gatii\n\n| ከተማ | ዋጋ |\n| አዳማ | 45 |")
  const shouting = Files.office(
    {
      "XL/WORKBOOK.XML": `<workbook xmlns:r="r"><sheets><sheet name="S" r:id="s"/></sheets></workbook>`,
      "xl/Worksheets/Sheet1.xml": `<worksheet><sheetData><row><c><v>7</v></c></row></sheetData></worksheet>`
    },
    {
      "": [["m", "officeDocument", "xl/workbook.xml"]],
      "xl/workbook.xml": [["s", "worksheet", "worksheets/sheet1.xml"]]
    }
  )
  expect((await read(shouting)).text).toBe("# Sheet: S\n\n| 7 |")
})

test("a formula without a calculated value is shown itself, also one that cells share", async () => {
  const { text } = await read(await file("formulas.xlsx"))
  expect(text).toContain("| Buna | 12 | 350 | =B2*C2 |")
  expect(text).toContain("| Waliigala | | | =SUM(D2:D3) |")
  const shared = [
    `<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f t="shared" ref="B1:C2" si="0">A1*$D$9+LOG10(A$1)&amp;"A1"&amp;'A1'!A1+Q1!$A1</f><v/></c></row>`,
    `<row r="2"><c r="B2"><f t="shared" si="0"/></c><c r="C2"><f t="shared" si="0"/></c></row>`,
    `<row r="3"><c r="A3"><f t="array" ref="A3:A4">SUM(A1:A2*B1:B2)</f></c><c r="B3" t="str"><f>IF(1,"")</f><v></v></c><c r="C3"><f>1+1</f><v>2</v></c></row>`
  ]
  expect(await rowsOf(shared.join(""))).toEqual([
    `| 2 | =A1*$D$9+LOG10(A$1)&"A1"&'A1'!A1+Q1!$A1 |`,
    `| | =A2*$D$9+LOG10(A$1)&"A1"&'A1'!A2+Q1!$A2 | =B2*$D$9+LOG10(B$1)&"A1"&'A1'!B2+Q1!$A2 |`,
    "| =SUM(A1:A2*B1:B2) | | 2 |"
  ])
})

test("zero is no value of a formula that is to be calculated when the workbook is opened", async () => {
  const data = "<row><c><f>SUM(B1:C1)</f><v>0</v></c><c><v>0</v></c><c><f>2*2</f><v>4</v></c></row>"
  expect(await rowsOf(data, { calculation: 'fullCalcOnLoad="1"' })).toEqual(["| =SUM(B1:C1) | 0 | 4 |"])
  expect(await rowsOf(data)).toEqual(["| 0 | 0 | 4 |"])
})

test("numbers of a workbook are shown in their formats", async () => {
  const cases: ReadonlyArray<readonly [string | number, string, string]> = [
    [9, "0.125", "13%"],
    [10, "0.125", "12.50%"],
    ["0.0%", "1.5", "150.0%"],
    ["00000", "123", "00123"],
    ["000-00-0000", "12345678", "012-34-5678"],
    [3, "1234567", "1,234,567"],
    [4, "1234567.891", "1,234,567.89"],
    ["0.000", "2", "2.000"],
    ['"ETB" #,##0.00', "1234.5", "ETB 1,234.50"],
    ["#,##0.00\\ [$ብር-45E]", "1234.5", "1,234.50 ብር"],
    ["[$€-2] #,##0.00", "-3", "-€ 3.00"],
    ["#,##0.00\\ [$€-407]", "1234.5", "1,234.50 €"],
    ["[$-409]0.00", "5", "5.00"],
    [40, "-1234.5", "(1,234.50)"],
    [43, "1234.5", "1,234.50"],
    [43, "0", "-"],
    [11, "12345", "1.23E+04"],
    [12, "1.25", "1 1/4"],
    ['[>=1000]#,##0,"k";[<0]"minus "0;0', "25000", "25k"],
    ['0;-0;"none"', "0", "none"],
    ['0;-0;"none";"about "@', "ten", "about ten"],
    [49, "12", "12"],
    ["General", "0.30000000000000004", "0.3"],
    ["[Red]General", "1234567.891234", "1234567.891234"],
    ["not [a format", "5", "5"]
  ]
  for (const [format, value, expected] of cases)
    expect([format, await shown(format, value)]).toEqual([format, expected])
})

test("dates of a workbook in both systems are ISO 8601; times and durations are as the sheet shows them", async () => {
  const cases: ReadonlyArray<readonly [string | number, string, string]> = [
    [14, "45292", "2024-01-01"],
    ["dd/mm/yyyy", "45292.5", "2024-01-01 12:00:00"],
    ["[$-409]d\\-mmm\\-yy;@", "45292", "2024-01-01"],
    ["d mmmm yyyy", "1", "1900-01-01"],
    ["d mmmm yyyy", "59", "1900-02-28"],
    ["d mmmm yyyy", "61", "1900-03-01"],
    ["mmm yyyy", "45292", "Jan 2024"],
    ["yyyy", "45292", "2024"],
    [20, "0.25", "6:00"],
    [18, "0.75", "6:00 PM"],
    [46, "1.5", "36:00:00"],
    ["[mm]:ss", "0.0625", "90:00"],
    ['[h]" h "mm', "4.25", "102 h 00"],
    [14, "-5", "-5"],
    [14, "2958466", "2958466"]
  ]
  for (const [format, value, expected] of cases)
    expect([format, await shown(format, value)]).toEqual([format, expected])
  expect(await shown(14, "43830", 'date1904="1"')).toBe("2024-01-01")
  expect(await shown(14, "0", 'date1904="true"')).toBe("1904-01-01")
  expect(await shown("mmm yyyy", "43830", 'date1904="1"')).toBe("Jan 2024")
  expect(await shown(46, "1.5", 'date1904="1"')).toBe("36:00:00")
})

test("a merged region's text stands once in a row, and again in rows below that have cells of their own", async () => {
  const cells = (row: number, ...texts: ReadonlyArray<string>) =>
    `<row r="${row}">${texts
      .map((text, index) => (text === "-" ? "" : `<c r="${"ABCD"[index]}${row}" t="str"><v>${text}</v></c>`))
      .join("")}</row>`
  const data = [
    cells(1, "Title", "beneath"),
    cells(2, "Oromia", "Adama", "1"),
    cells(3, "-", "Jimma", "2"),
    cells(4, "under", "Bishoftu", "3"),
    cells(5, "", ""),
    cells(6, "Total", "-", "6")
  ]
  const merges = ["A1:C1", "A2:A5"].map((ref) => `<mergeCell ref="${ref}"/>`).join("")
  expect(await rowsOf(data.join(""), { after: `<mergeCells count="2">${merges}</mergeCells>` })).toEqual([
    "| Title | |",
    "| Oromia | Adama | 1 |",
    "| Oromia | Jimma | 2 |",
    "| Oromia | Bishoftu | 3 |",
    "| Total | | 6 |"
  ])
})

test("hidden rows and columns of a workbook are read, and reported as hidden", async () => {
  const rows = [1, 2, 3, 4, 5].map(
    (row) => `<row r="${row}"${row > 1 && row < 4 ? ' hidden="1"' : ""}><c><v>${row}</v></c></row>`
  )
  expect(
    await rowsOf(rows.join(""), { before: '<cols><col min="2" max="3" hidden="true"/><col min="5" max="5"/></cols>' })
  ).toEqual(["| 1 |", "| 2 |", "| 3 |", "| 4 |", "| 5 |", "", "[Hidden on this sheet: rows 2 to 3; columns B to C.]"])
})

test("raised numbers in a workbook's shared texts have signs of their own", async () => {
  const file = Files.book(
    { S: '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>' },
    {
      "xl/sharedStrings.xml":
        '<sst><si><r><t>km</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r><r><t>2</t></r></si></sst>'
    },
    {
      "xl/workbook.xml": [["s", "sharedStrings", "sharedStrings.xml"]]
    }
  )
  expect(right(await reader.document(file)).text).toContain("| km²2 |")
})

test("a workbook's true, errors, rich text and characters that XML lacks are as the sheet has them", async () => {
  const data = `<row><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="inlineStr"><is><r><t>ri</t></r><r><t>ch</t></r><rPh sb="0" eb="1"><t>no</t></rPh></is></c><c t="str"><v>a_x000D_b_x0041_</v></c><c t="d"><v>2024-01-01</v></c></row>`
  expect(await rowsOf(data)).toEqual(["| TRUE | #N/A | rich | a bA | 2024-01-01 |"])
})

test("what lies beside a workbook's cells, and what is damaged, is reported as left out", async () => {
  const data = "<worksheet><sheetData><row><c><v>1</v></c></row>"
  const file = Files.office(
    {
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="One" r:id="a"/><sheet name="Two" r:id="b"/><sheet name="Three" r:id="c"/><sheet name="Four" r:id="d"/></sheets></workbook>`,
      "xl/worksheets/one.xml": `${data}</sheetData></worksheet>`,
      "xl/worksheets/two.xml": `${data}<row>`,
      "xl/chartsheets/four.xml": "<chartsheet/>",
      "xl/drawings/d.xml": "<wsDr/>"
    },
    {
      "xl/workbook.xml": [
        ["a", "worksheet", "worksheets/one.xml"],
        ["b", "worksheet", "worksheets/two.xml"],
        ["c", "worksheet", "worksheets/three.xml"],
        ["d", "chartsheet", "chartsheets/four.xml"]
      ],
      "xl/worksheets/one.xml": [
        ["d", "drawing", "../drawings/d.xml"],
        ["c", "comments", "../comments1.xml"]
      ],
      "xl/drawings/d.xml": [
        ["i", "image", "../media/image1.png"],
        ["c", "chart", "../charts/chart1.xml"]
      ]
    }
  )
  const { leftOut, text } = await read(file)
  expect(text).toBe("# Sheet: One\n\n| 1 |\n\n# Sheet: Two\n\n| 1 |\n\n# Sheet: Three\n\n# Sheet: Four")
  expect(leftOut).toEqual([
    "Comments on cells of the sheet One are not included.",
    "Charts on the sheet One are not included.",
    "The sheet Two is damaged: what comes after the damage is not included.",
    "The sheet Three is damaged: what comes after the damage is not included.",
    "The chart of the sheet Four is not included."
  ])
})

test("pictures and text boxes on a sheet are shown, each with its cell; charts are said to be left out", async () => {
  const png = await new Bun.Image(Files.bmp(8, 4, () => [1, 2, 3])).png().bytes()
  const at = (column: number, row: number, content: string) =>
    `<xdr:twoCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:row>${row}</xdr:row></xdr:from><xdr:to><xdr:col>9</xdr:col><xdr:row>9</xdr:row></xdr:to>${content}</xdr:twoCellAnchor>`
  const picture = '<xdr:pic><xdr:cNvPr descr="a receipt"/><a:blip r:embed="i"/></xdr:pic>'
  const box =
    "<xdr:sp><xdr:txBody><a:p><a:r><a:t>Paid</a:t></a:r></a:p><a:p><a:r><a:t>in full</a:t></a:r></a:p></xdr:txBody></xdr:sp>"
  const file = Files.book(
    { S: "<worksheet><sheetData><row><c><v>7</v></c></row></sheetData></worksheet>" },
    {
      "xl/drawings/d.xml": `<xdr:wsDr>${at(1, 2, picture)}${at(27, 0, box)}</xdr:wsDr>`,
      "xl/media/image1.png": png
    },
    {
      "xl/worksheets/1.xml": [["d", "drawing", "../drawings/d.xml"]],
      "xl/drawings/d.xml": [
        ["i", "image", "../media/image1.png"],
        ["c", "chart", "../charts/c.xml"]
      ]
    }
  )
  const { leftOut, pictures, text } = await read(file)
  expect(text).toBe("# Sheet: S\n\n| 7 |\n\nB3: [Picture 1: a receipt]\n\nAB1: Paid\nin full")
  expect(pictures.map(({ mimeType }) => mimeType)).toEqual(["image/png"])
  expect(leftOut).toEqual(["Charts on the sheet S are not included."])
})

test("what the printed pages of sheets have at their heads and feet is said once; page numbers alone are not", async () => {
  const sheet = (feet: string, attributes = "") =>
    `<worksheet><sheetData><row><c t="inlineStr"><is><t>cell</t></is></c></row></sheetData><headerFooter ${attributes}>${feet}</headerFooter></worksheet>`
  const file = Files.book({
    One: sheet(
      '<oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Trade &amp;&amp; Industry&amp;CPage &amp;P of &amp;N&amp;R&amp;D</oddHeader><oddFooter>&amp;C0911-223344</oddFooter><evenFooter>even</evenFooter>'
    ),
    Two: sheet(
      "<oddHeader>&amp;C&amp;P / &amp;N</oddHeader><oddFooter>&amp;C0911-223344</oddFooter><firstFooter>&amp;RFirst of &amp;A</firstFooter>",
      'differentFirst="1"'
    )
  })
  const { text } = right(await reader.document(file))
  expect(text).toBe(
    [
      "# Sheet: One",
      "| cell |",
      "[Page header: Trade & Industry / Page … of …]",
      "[Page footer: 0911-223344]",
      "# Sheet: Two",
      "| cell |",
      "[Page footer: First of Two]"
    ].join("\n\n")
  )
})

test("a diagram on a sheet is written below its cells, and a damaged chart takes nothing else away", async () => {
  const words = "<dgm:pt><dgm:t><a:p><a:r><a:t>Murtii</a:t></a:r></a:p></dgm:t></dgm:pt>"
  const file = Files.book(
    { S: "<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>" },
    {
      "xl/drawings/d.xml": "<xdr:wsDr/>",
      "xl/charts/c.xml": "<c:chart><c:title>",
      "xl/diagrams/data.xml": `<dgm:dataModel>${words}</dgm:dataModel>`
    },
    {
      "xl/worksheets/1.xml": [["d", "drawing", "../drawings/d.xml"]],
      "xl/drawings/d.xml": [
        ["c", "chart", "../charts/c.xml"],
        ["g", "diagramData", "../diagrams/data.xml"]
      ]
    }
  )
  const { leftOut, text } = right(await reader.document(file))
  expect(text).toBe("# Sheet: S\n\n| 1 |\n\nMurtii")
  expect(leftOut).toEqual(["A chart or diagram on the sheet S is damaged: it is not included."])
})

test("charts say their titles and the values that they were drawn from, also on a sheet of their own", async () => {
  const files = ["charts-openpyxl", "charts-xlsxwriter"].map((name) =>
    Bun.file(new URL(`./files/${name}.xlsx`, import.meta.url)).bytes()
  )
  const [drawn, sheets] = (await Promise.all(files)).map(reader.document)
  const [one, two] = [right(await (drawn ?? Promise.reject())), right(await (sheets ?? Promise.reject()))]
  expect(one.text).toContain("[Chart: Sales by item; axes: Birr]")
  expect(two.text).toContain(
    "[Chart: By region]\n\n| | Shares |\n| North | 0 |\n| South | 0 |\n\n# Sheet: Graph\n\n[Chart: Rainfall]\n\n| | Rain |\n| | 5 |\n| | 6 |"
  )
  expect([...one.leftOut, ...two.leftOut].filter((sentence) => /chart/i.test(sentence))).toEqual([])
})

test("comments on cells stand below the sheet with who wrote them, those in threads once", async () => {
  const note = (ref: string, author: number, words: string) =>
    `<comment ref="${ref}" authorId="${author}"><text><r><t>${words}</t></r></text></comment>`
  const file = Files.book(
    {
      One: "<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>",
      Two: "<worksheet><sheetData/></worksheet>"
    },
    {
      "xl/comments1.xml": `<comments><authors><author>Chaltu</author><author>tc={A}</author></authors><commentList>${note("A1", 0, "Too\n low")}${note("A2", 1, "[Threaded comment] Your version")}${note("A3", 7, "Whose?")}</commentList></comments>`,
      "xl/threadedComments/t.xml": `<ThreadedComments><threadedComment ref="A2" personId="{P}" id="{A}"><text>Agreed</text></threadedComment><threadedComment ref="A2" personId="{Q}" parentId="{A}"><text>Done</text></threadedComment></ThreadedComments>`,
      "xl/persons/person.xml": `<personList><person displayName="Abebe" id="{P}"/></personList>`,
      "xl/comments2.xml": `<comments><authors><author> </author></authors><commentList>${note("B1", 0, "x")}<comment`
    },
    {
      "xl/workbook.xml": [["p", "person", "persons/person.xml"]],
      "xl/worksheets/1.xml": [
        ["c", "comments", "../comments1.xml"],
        ["t", "threadedComment", "../threadedComments/t.xml"]
      ],
      "xl/worksheets/2.xml": [["c", "comments", "../comments2.xml"]]
    }
  )
  const { leftOut, text } = await read(file)
  expect(text).toBe(
    [
      "# Sheet: One",
      "| 1 |",
      "[Comment by Chaltu on A1: Too low]",
      "[Comment on A3: Whose?]",
      "[Comment by Abebe on A2: Agreed]",
      "[Comment on A2: Done]",
      "# Sheet: Two",
      "[Comment on B1: x]"
    ].join("\n\n")
  )
  expect(leftOut).toEqual(["Comments on cells of the sheet Two are damaged: some are not included."])
})

const pictureOf = (red: number) => new Bun.Image(Files.bmp(4, 4, () => [1, 2, red])).png().bytes()

test("pictures that lie in the cells of a workbook are shown in their cells, and other rich values as they are shown", async () => {
  const [first, second] = [await pictureOf(3), await pictureOf(200)]
  const cells = [
    '<c r="A1" t="e" vm="1"><v>#VALUE!</v></c>',
    '<c r="B1" t="e" vm="2"><v>#VALUE!</v></c>',
    '<c r="C1" t="e" vm="3"><v>#VALUE!</v></c>',
    '<c r="D1" t="e" vm="9"><v>#VALUE!</v></c>',
    '<c r="E1" t="str"><f>_xlfn.DISPIMG("ID_7E",1)</f><v>=DISPIMG("ID_7E",1)</v></c>'
  ]
  const file = Files.book(
    { S: `<worksheet><sheetData><row>${cells.join("")}</row></sheetData></worksheet>` },
    {
      "xl/metadata.xml":
        '<metadata><metadataTypes><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLDAPR"><bk><extLst><ext><xda:dynamicArrayProperties/></ext></extLst></bk></futureMetadata><futureMetadata name="XLRICHVALUE"><bk><extLst><ext><xlrd:rvb i="0"/></ext></extLst></bk><bk><extLst><ext><xlrd:rvb i="2"/></ext></extLst></bk></futureMetadata><cellMetadata><bk><rc t="1" v="0"/></bk></cellMetadata><valueMetadata><bk><rc t="2" v="0"/></bk><bk><rc t="2" v="1"/></bk><bk><rc t="1" v="0"/></bk></valueMetadata></metadata>',
      "xl/richData/rdrichvalue.xml":
        '<rvData><rv s="0"><v>1</v><v>5</v></rv><rv s="0"><v>0</v><v>5</v></rv><rv s="1"><v>x</v><v>Ethiopia</v><fb t="e">#VALUE!</fb></rv></rvData>',
      "xl/richData/rdrichvaluestructure.xml":
        '<rvStructures><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/></s><s t="_linkedentitycore"><k n="%EntityId" t="s"/><k n="_DisplayString" t="s"/></s></rvStructures>',
      "xl/richData/richValueRel.xml": '<richValueRels><rel r:id="a"/><rel r:id="b"/></richValueRels>',
      "xl/cellimages.xml":
        '<etc:cellImages><etc:cellImage><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="ID_7E"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="b"/></xdr:blipFill></xdr:pic></etc:cellImage></etc:cellImages>',
      "xl/media/image1.png": first,
      "xl/media/image2.png": second
    },
    {
      "xl/workbook.xml": [
        ["a", "sheetMetadata", "metadata.xml"],
        ["b", "rdRichValue", "richData/rdrichvalue.xml"],
        ["c", "rdRichValueStructure", "richData/rdrichvaluestructure.xml"],
        ["d", "richValueRel", "richData/richValueRel.xml"],
        ["e", "cellImage", "cellimages.xml"]
      ],
      "xl/richData/richValueRel.xml": [
        ["a", "image", "../media/image1.png"],
        ["b", "image", "../media/image2.png"]
      ],
      "xl/cellimages.xml": [["b", "image", "media/image1.png"]]
    }
  )
  const { leftOut, pictures, text } = await read(file)
  expect(text).toBe("# Sheet: S\n\n| [Picture 1] | Ethiopia | #VALUE! | #VALUE! | [Picture 2] |")
  expect([pictures.length, leftOut]).toEqual([2, []])
})

test("boxes to tick on a sheet say whether they are ticked; embedded files are shown and said to be left out", async () => {
  const shape = (id: number, text: string) =>
    `<mc:AlternateContent><mc:Choice Requires="a14"><xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>${id}</xdr:row></xdr:from><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="${id}" name="Check Box ${id}"/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor></mc:Choice><mc:Fallback/></mc:AlternateContent>`
  const control = (id: number) =>
    `<mc:AlternateContent><mc:Choice Requires="x14"><control shapeId="${id}" r:id="c${id}" name="Check Box ${id}"><controlPr/></control></mc:Choice></mc:AlternateContent>`
  const object =
    '<oleObjects><oleObject progId="AcroExch.Document" shapeId="9" r:id="o"><objectPr r:id="p"/></oleObject></oleObjects>'
  const link =
    '<xdr:oneCellAnchor><xdr:pic><xdr:blipFill><a:blip r:link="w"/></xdr:blipFill></xdr:pic></xdr:oneCellAnchor>'
  const file = Files.book(
    {
      S: `<worksheet><sheetData><row><c><v>1</v></c></row></sheetData><controls>${[1, 2, 3, 4].map(control).join("")}</controls>${object}</worksheet>`
    },
    {
      "xl/drawings/d.xml": `<xdr:wsDr>${shape(1, "Married")}${shape(2, "Single")}${shape(3, "Cash")}${shape(4, "Print")}${link}</xdr:wsDr>`,
      "xl/ctrlProps/c1.xml": '<formControlPr objectType="CheckBox" checked="Checked"/>',
      "xl/ctrlProps/c2.xml": '<formControlPr objectType="CheckBox"/>',
      "xl/ctrlProps/c3.xml": '<formControlPr objectType="Radio" checked="Checked"/>',
      "xl/ctrlProps/c4.xml": '<formControlPr objectType="Button"/>',
      "xl/media/p.png": await pictureOf(3),
      "xl/embeddings/o.bin": "x"
    },
    {
      "xl/worksheets/1.xml": [
        ["d", "drawing", "../drawings/d.xml"],
        ...[1, 2, 3, 4].map((id) => [`c${id}`, "ctrlProp", `../ctrlProps/c${id}.xml`] as const),
        ["o", "oleObject", "../embeddings/o.bin"],
        ["p", "image", "../media/p.png"]
      ]
    }
  )
  const { leftOut, pictures, text } = await read(file)
  expect(text).toBe(
    ["# Sheet: S", "| 1 |", "A2: ☑ Married", "A3: ☐ Single", "A4: (x) Cash", "A5: Print", "[Picture 1]"].join("\n\n")
  )
  expect(pictures).toHaveLength(1)
  expect(leftOut).toEqual([
    "Embedded objects on the sheet S are not included.",
    "Pictures that the sheet S only refers to are not included."
  ])
})

test("a chart of a kind that is not read, and a sheet of macros, are said to be left out", async () => {
  const chart =
    '<mc:AlternateContent><mc:Choice Requires="cx1"><xdr:graphicFrame><cx:chart r:id="x"/></xdr:graphicFrame></mc:Choice><mc:Fallback><xdr:sp><xdr:txBody><a:p><a:r><a:t>This chart is not available.</a:t></a:r></a:p></xdr:txBody></xdr:sp></mc:Fallback></mc:AlternateContent>'
  const file = Files.office(
    {
      "xl/workbook.xml": '<workbook><sheets><sheet name="S" r:id="s"/><sheet name="M" r:id="m"/></sheets></workbook>',
      "xl/worksheets/one.xml": "<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>",
      "xl/macrosheets/m.xml": "<macrosheet/>",
      "xl/drawings/d.xml": `<xdr:wsDr><xdr:twoCellAnchor>${chart}</xdr:twoCellAnchor></xdr:wsDr>`,
      "xl/charts/x.xml": "<cx:chartSpace/>"
    },
    {
      "xl/workbook.xml": [
        ["s", "worksheet", "worksheets/one.xml"],
        ["m", "xlMacrosheet", "macrosheets/m.xml"]
      ],
      "xl/worksheets/one.xml": [["d", "drawing", "../drawings/d.xml"]],
      "xl/drawings/d.xml": [["x", "chartEx", "../charts/x.xml"]]
    }
  )
  const { leftOut, text } = await read(file)
  expect(text).toBe("# Sheet: S\n\n| 1 |\n\n# Sheet: M")
  expect(leftOut).toEqual([
    "Charts on the sheet S are not included.",
    "The sheet M is not included: it has macros, or a form for them, and no table."
  ])
})

test("dates of a workbook that are written as ISO 8601 are shown in their formats", async () => {
  const cases: ReadonlyArray<readonly [format: string | number, value: string, shown: string]> = [
    [14, "2024-05-01T00:00:00", "2024-05-01"],
    [14, "1900-01-15", "1900-01-15"],
    ["dd/mm/yyyy hh:mm", "2024-05-01T12:30:00.000Z", "2024-05-01 12:30:00"],
    [20, "1899-12-30T06:15:00", "6:15"],
    [20, "18:05:00", "18:05"],
    ["mmm yyyy", "2024-05-01", "May 2024"],
    [0, "2024-05-01T00:00:00", "2024-05-01"],
    [0, "2024-05-01T08:00", "2024-05-01 08:00"],
    [20, "soon", "soon"]
  ]
  for (const [format, value, expected] of cases) {
    const [row = ""] = await rowsOf(`<row><c t="d" s="1"><v>${value}</v></c></row>`, { formats: [format] })
    expect([format, value, row.slice(2, -2)]).toEqual([format, value, expected])
  }
})

test("a formula that a program in Java has not calculated is shown itself, and new functions by their names", async () => {
  const data =
    "<row><c><f>SUM(B1:C1)</f><v>0.0</v></c><c><v>0.0</v></c><c><f>_xlfn._xlws.SORT(_xlfn.XLOOKUP(A1,B1,C1))</f></c></row>"
  expect(await rowsOf(data)).toEqual(["| =SUM(B1:C1) | 0 | =SORT(XLOOKUP(A1,B1,C1)) |"])
})

test("letters of a workbook that are set in a font of symbols are what they show", async () => {
  const styles =
    '<styleSheet><fonts><font><name val="Calibri"/></font><font><name val="Wingdings 2"/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs><dxfs><dxf><font><name val="Wingdings"/></font></dxf></dxfs></styleSheet>'
  const strings =
    '<sst><si><t>P</t></si><si><r><t>ab</t></r><r><rPr><rFont val="Wingdings"/></rPr><t>ü</t></r><r><rPr><rFont val="Arial"/></rPr><t>P</t></r></si></sst>'
  const cells = [
    '<c t="s" s="0"><v>0</v></c>',
    '<c t="s" s="1"><v>0</v></c>',
    '<c t="s" s="1"><v>1</v></c>',
    '<c t="inlineStr" s="1"><is><t>O</t></is></c>',
    '<c s="1"><v>5</v></c>'
  ]
  const file = Files.book(
    { S: `<worksheet><sheetData><row>${cells.join("")}</row></sheetData></worksheet>` },
    {
      "xl/styles.xml": styles,
      "xl/sharedStrings.xml": strings
    },
    {
      "xl/workbook.xml": [
        ["f", "styles", "styles.xml"],
        ["t", "sharedStrings", "sharedStrings.xml"]
      ]
    }
  )
  expect((await read(file)).text).toContain("| P | ✓ | ab✓P | ✗ | 5 |")
})

test("a merged region is heeded whatever quotes its reference stands in", async () => {
  const data = '<row r="1"><c r="A1" t="str"><v>Title</v></c><c r="B1" t="str"><v>beneath</v></c></row>'
  expect(await rowsOf(data, { after: "<mergeCells><mergeCell ref = 'A1:B1'/></mergeCells>" })).toEqual(["| Title | |"])
})

test("pictures at the heads of a workbook's pages are shown, one of several sheets once", async () => {
  const sheet =
    '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData><headerFooter><oddHeader>&amp;L&amp;G</oddHeader></headerFooter><legacyDrawingHF r:id="v"/></worksheet>'
  const file = Files.book(
    { A: sheet, B: sheet },
    {
      "xl/drawings/v.vml": "<xml/>",
      "xl/media/logo.png": await pictureOf(7)
    },
    {
      "xl/worksheets/1.xml": [["v", "vmlDrawing", "../drawings/v.vml"]],
      "xl/worksheets/2.xml": [["v", "vmlDrawing", "../drawings/v.vml"]],
      "xl/drawings/v.vml": [["i", "image", "../media/logo.png"]]
    }
  )
  const { leftOut, pictures, text } = await read(file)
  expect(text).toBe(
    ["# Sheet: A", "| 1 |", "[At the head or foot of the pages: [Picture 1]]", "# Sheet: B", "| 1 |"].join("\n\n")
  )
  expect([pictures.length, leftOut]).toEqual([1, []])
})
