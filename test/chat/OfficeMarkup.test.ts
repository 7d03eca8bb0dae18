/** Files that look like text and are documents: web pages and tables in XML that programs save or export as such. */
import { afterAll, expect, test } from "bun:test"
import { makeReader, right } from "./Reader.ts"

const reader = makeReader()
afterAll(reader.stop)

const read = async (text: string | Buffer) => right(await reader.document(Buffer.from(text)))

const NAMES = 'xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"'
const TABLE = "<table><tr><td>ከተማ<td>Gatii</tr><tr><td>Adama</td><td x:num>45</td></tr></table>"

test("a web page that an office program has saved is read without its marks and styles, and pictures are said to be left out", async () => {
  const page = `<html ${NAMES}><head><meta charset="utf-8"><style>td {mso-number-format: General}</style></head><body><h1>ዋጋ</h1>${TABLE}<![if !vml]><img src="a.png"><![endif]></body></html>`
  const { leftOut, text } = await read(page)
  expect(text).toBe("# ዋጋ\n\n| ከተማ | Gatii |\n| Adama | 45 |")
  expect(leftOut).toEqual(["Pictures of the web page are not included."])
  const cyrillic = `<html ${NAMES}><meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0?</p></html>`
  expect((await read(Buffer.from(cyrillic, "latin1"))).text).toBe("Привет, как дела?")
})

test("a web page in MIME that a program has exported as a document is read, and a mail stays as it is", async () => {
  const page = (head: string) =>
    `${head}MIME-Version: 1.0\nContent-Type: multipart/related;\n\tboundary="b"\n\n--b\nContent-Type: text/html; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable\n\n<html><body><p>=E1=88=80 so=\nft</p></body></html>\n\n--b--\n`
  expect((await read(page("Message-ID: <1@x>\nSubject: Exported\n"))).text).toBe("ሀ soft")
  const mail = page("From: a@example.com\nTo: b@example.com\nSubject: Rent\n")
  expect((await read(mail)).text).toBe(mail)
})

test("the source of a web page, and XML of another kind, are texts", async () => {
  for (const source of [`<!DOCTYPE html>\n<html><body>${TABLE}</body></html>`, "<Workbook><Worksheet/></Workbook>"])
    expect((await read(source)).text).toBe(source)
})

test("source that only mentions an office page or a workbook, or makes one, is a text", async () => {
  const page = `<html ${NAMES}><head><title>x</title></head><body>${TABLE}</body></html>`
  const table =
    '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet><Table><Row><Cell><Data>1</Data></Cell></Row></Table></Worksheet></Workbook>'
  const sources = [page, table].flatMap((one) => [
    `const page = (rows) => \`${one}\`\nif (a < b) print(page)\n`,
    `# How to export\n\n${one}\n`,
    `<?php header("Content-Type: application/vnd.ms-excel"); ?>\n${one}`,
    `<%@ page language="java" %>\n${one}`,
    one.replace("</", "<?php if ($a < $b) echo $c; ?></"),
    one.replace("</", "<%= rows %></"),
    `<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">${one}</xsl:template></xsl:stylesheet>`,
    `<!-- a --> x ${"<!-- b -->".repeat(100)}${one}`
  ])
  for (const source of sources) expect((await read(source)).text).toBe(source)
})

test("an office page is known by its first element, behind marks, blanks, declarations and comments", async () => {
  const page = `<html ${NAMES}><body><p>ሀ</p></body></html>`
  for (const before of [
    "\ufeff",
    "\r\n ",
    "<!DOCTYPE html>\n<!-- saved -->",
    '<?xml version="1.0"?>\n',
    "<!---->".repeat(100)
  ])
    expect([before.slice(0, 20), (await read(`${before}${page}`)).text]).toEqual([before.slice(0, 20), "ሀ"])
  expect((await read(Buffer.from(`\ufeff${page}`, "utf16le"))).text).toBe("ሀ")
})

const workbook = (styles: string, rows: string) =>
  `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles>${styles}</Styles><Worksheet ss:Name="Gatii"><Table>${rows}</Table></Worksheet></Workbook>`
const data = (type: string, value: string) => `<Data ss:Type="${type}">${value}</Data>`

test("a workbook in XML is read sheet by sheet and row by row, values as they are shown", async () => {
  const styles =
    '<Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style><Style ss:ID="z"><NumberFormat ss:Format="00000"/></Style>'
  const rows = [
    `<Row><Cell ss:MergeAcross="1">${data("String", "ከተማ &amp; zone")}</Cell><Cell>${data("String", "x")}</Cell></Row>`,
    `<Row ss:Index="4"><Cell ss:Index="2" ss:StyleID="p">${data("Number", "0.125")}</Cell><Cell ss:StyleID="z">${data("Number", "123")}</Cell><Cell>${data("Number", "1.5")}</Cell></Row>`,
    `<Row><Cell>${data("DateTime", "2024-05-01T00:00:00.000")}</Cell><Cell>${data("Boolean", "1")}</Cell><Cell ss:Formula="=SUM(R1C1:R2C1)"/><Cell>${data("String", "low")}<Comment ss:Author="A">${data("String", "too\nlow")}</Comment></Cell></Row>`
  ]
  const { leftOut, text } = await read(workbook(styles, rows.join("")))
  expect(text).toBe(
    [
      "# Sheet: Gatii\n",
      "| ከተማ & zone | | x |",
      "| | 12.50% | 00123 | 1.5 |",
      "| 2024-05-01 | TRUE | =SUM(R1C1:R2C1) | low [Comment: too low] |"
    ].join("\n")
  )
  expect(leftOut).toEqual([])
})

test("a workbook in XML that breaks off is read up to there, and that is reported", async () => {
  const whole = workbook("", `<Row><Cell>${data("String", "first")}</Cell></Row><Row><Cell>${data("String", "second")}`)
  const { leftOut, text } = await read(whole.slice(0, whole.indexOf("</Table>")))
  expect(text).toStartWith("# Sheet: Gatii\n\n| first |")
  expect(leftOut).toEqual(["The file is damaged: what comes after the damage is not included."])
})

/** What a cell of a workbook in XML shows that has this format. */
const shownIn = async (format: string, type: string, value: string): Promise<string> => {
  const style = `<Style ss:ID="s"><NumberFormat ss:Format="${format.replaceAll('"', "&quot;")}"/></Style>`
  const { text } = await read(workbook(style, `<Row><Cell ss:StyleID="s">${data(type, value)}</Cell></Row>`))
  return text.split("\n").at(-1)?.slice(2, -2) ?? ""
}

test("times and durations of a workbook in XML are shown as such, without the day on which they are counted from", async () => {
  const cases: ReadonlyArray<readonly [format: string, value: string, shown: string]> = [
    ["h:mm", "1899-12-31T08:30:00.000", "8:30"],
    ["Short Time", "1899-12-31T18:05:00.000", "18:05"],
    ["Medium Time", "1899-12-31T18:05:00.000", "6:05 PM"],
    ["Long Time", "1899-12-31T18:05:09.000", "6:05:09 PM"],
    ["[h]:mm", "1900-01-01T06:00:00.000", "30:00"],
    ["[h]:mm:ss", "1900-02-28T00:00:00.000", "1416:00:00"],
    ["[h]:mm", "1900-03-01T00:00:00.000", "1464:00"],
    ["[h]:mm", "1899-12-31T00:00:00.000", "0:00"],
    ["mmm yyyy", "2024-05-01T00:00:00.000", "May 2024"],
    ["Short Date", "2024-05-01T00:00:00.000", "2024-05-01"],
    ["Medium Date", "1900-01-01T00:00:00.000", "1900-01-01"],
    ["Long Date", "2024-05-01T00:00:00.000", "2024-05-01"],
    ["General Date", "2024-05-01T08:30:00.000", "2024-05-01 08:30:00"],
    ["General", "2024-05-01T08:30:00.000", "2024-05-01 08:30:00"],
    ["h:mm", "soon", "soon"]
  ]
  for (const [format, value, expected] of cases)
    expect([format, value, await shownIn(format, "DateTime", value)]).toEqual([format, value, expected])
})

test("numbers of a workbook in XML are shown in the formats that have names", async () => {
  const cases: ReadonlyArray<readonly [format: string, value: string, shown: string]> = [
    ["General Number", "1.5", "1.5"],
    ["Currency", "1234.5", "1,234.50"],
    ["Currency", "-1234.5", "(1,234.50)"],
    ["Euro Currency", "1234.5", "€1,234.50"],
    ["Yes/No", "1", "Yes"],
    ["Yes/No", "0", "No"],
    ["True/False", "-1", "True"],
    ["True/False", "0", "False"],
    ["On/Off", "1", "On"],
    ["On/Off", "0", "Off"],
    ["Short Date", "45292", "2024-01-01"],
    ["Short Time", "0.25", "6:00"],
    ["Scientific", "12345", "1.23E+04"],
    ["constructor", "5", "5"]
  ]
  for (const [format, value, expected] of cases)
    expect([format, value, await shownIn(format, "Number", value)]).toEqual([format, value, expected])
})

/** A file of MIME as programs save web pages; each part with its own head. */
const mime = (parts: ReadonlyArray<readonly [head: string, body: string]>, head = "MIME-Version: 1.0") =>
  `${head}\nContent-Type: multipart/related; boundary="b"\n\nWeb page.\n\n${parts.map(([own, body]) => `--b\nContent-Type: ${own}\n\n${body}\n\n`).join("")}--b--\n`

test("all web pages of a file in MIME are read in their order, without what stands for their frames", async () => {
  const frames = `<html ${NAMES}><head><meta name="Generator" content="Excel"></head><frameset rows="*,39"><frame src="sheet001.htm" name="frSheet"><frame src="tabs.htm"><noframes><body><p>This page uses frames.</p></body></noframes></frameset></html>`
  const sheet = (cell: string) => `<html><body><table><tr><td>${cell}</td><td>1</td></tr>`
  const book = mime([
    ['text/html; charset="utf-8"', frames],
    ['text/html; charset="utf-8"', sheet("ከተማ")],
    ["text/css", "td {}"],
    ['text/html; charset="utf-8"', sheet("Gatii")]
  ])
  const { leftOut, text } = await read(book)
  expect(text).toBe("| ከተማ | 1 |\n| Gatii | 1 |")
  expect(leftOut).toEqual([])
})

test("a web page whose frames lie in other files says so", async () => {
  const frames = `<html ${NAMES}><frameset><frame src="a.htm"><noframes><body><p>This page uses frames.</p></body></noframes></frameset></html>`
  const said = { text: "This page uses frames.", leftOut: ["Frames of the web page are not included."] }
  for (const file of [frames, mime([["text/html", frames]])]) expect(await read(file)).toMatchObject(said)
})

test("a web page in MIME is read in the encoding that it names itself where its part names none", async () => {
  const page = '<html><head><meta charset="windows-1251"></head><body><p>\xcf\xf0\xe8\xe2\xe5\xf2</p></body></html>'
  const encoded = `text/html\nContent-Transfer-Encoding: base64`
  const file = mime([[encoded, Buffer.from(page, "latin1").toString("base64")]])
  expect((await read(file)).text).toBe("Привет")
})

test("a web page in MIME is known by any of the fields with which programs begin its head", async () => {
  const page: ReadonlyArray<readonly [string, string]> = [["text/html; charset=UTF-8", "<html><p>ሀ</p></html>"]]
  for (const field of [
    "Date: Mon, 1 Jan 2024 08:00:00 +0300 (EAT)\nMessage-ID: <1@x>\nSubject: Exported",
    "Content-Location: file:///C:/a.htm",
    "Snapshot-Content-Location: https://example.com/",
    "From: <Saved by Blink>"
  ])
    expect([field, (await read(mime(page, `${field}\nMIME-Version: 1.0`))).text]).toEqual([field, "ሀ"])
  const diary = "Date: 5 May\n\nContent-Type: multipart/related is what the file says.\n"
  expect((await read(diary)).text).toBe(diary)
})

const page = (body: string) => `<html ${NAMES}>${body}`
const DEEP = "The web page nests too deeply: what comes behind that is not included."

test("a web page whose end tags have no starts is read up to where it costs too much, and that is reported", async () => {
  const deep = page(`<body><p>first</p>${"<a>".repeat(150_000)}${"</b>".repeat(100_000)}<p>last`)
  expect(await read(deep)).toMatchObject({ text: "first", leftOut: [DEEP] })
  const lines = `${"<br>".repeat(49_000)}${"</b>".repeat(100_000)}`
  const broad = `${"<a>".repeat(9_000)}${"</b><i></i>".repeat(80_000)}`
  for (const body of [lines, broad]) {
    const { leftOut, text } = await read(page(`<body><p>first</p>${body}<p>last`))
    expect(text).toStartWith("first")
    expect(leftOut).toEqual([DEEP])
  }
})

test("the web pages of a file in MIME share what they may cost", async () => {
  const costly = `<html><body>${"<a>".repeat(9_000)}${"</b>".repeat(8_000)}`
  const pages = Array.from({ length: 100 }, (): readonly [string, string] => ["text/html", costly])
  const { leftOut, text } = await read(mime([["text/html", "<p>first</p>"], ...pages, ["text/html", "<p>last</p>"]]))
  expect(text).toStartWith("first")
  expect(text).not.toContain("last")
  expect(leftOut).toContain(DEEP)
})

test("elements of a web page that need no end are no depth", async () => {
  const lines = Array.from({ length: 11_000 }, () => "a<br>").join("")
  expect(await read(page(`<body><b>${lines}<p>last</b>`))).toMatchObject({
    text: expect.stringMatching(/last$/),
    leftOut: []
  })
})

test("rows and cells of a web page whose end tags are left out are told apart", async () => {
  const cases: ReadonlyArray<readonly [html: string, text: string]> = [
    ["<table><tr><td>a<td>b<tr><td>c<td>d</table>end", "| a | b |\n| c | d |\n\nend"],
    ["<table><tbody><tr><th>a<tbody><tr><td>c</table><table><tr><td>e", "| a |\n| c |\n| e |"],
    ["<table><tr><td>a<table><tr><td>x<td>y<tr><td>z</table><td>b<tr><td>c</table>", "| a x y z | b |\n| c |"],
    ["<table><td>a<td>b</table><p>c", "| a | b |\n\nc"],
    ["<head><title>no</title><body><p>a<p>b<ul><li>c<li>d</ul>e", "a\n\nb\n\n- c\n- d\n\ne"]
  ]
  for (const [html, expected] of cases) expect([html, (await read(page(html))).text]).toEqual([html, expected])
})
