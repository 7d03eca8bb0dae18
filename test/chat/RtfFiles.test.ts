/** What an RTF file prints reaches the model. */
import { afterAll, expect, test } from "bun:test"
import * as Files from "./Files.ts"
import { makeReader, right } from "./Reader.ts"

const reader = makeReader()
afterAll(reader.stop)

const read = async (body: string) => right(await reader.document(Buffer.from(`{\\rtf1\\ansi ${body}}`, "latin1")))
const textOf = async (body: string): Promise<string> => (await read(body)).text

const png = (width: number, height: number) => new Bun.Image(Files.bmp(width, height, () => [1, 2, 3])).png().bytes()
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex").replace(/.{64}/g, "$&\r\n")

test("headers and footers of RTF pages are given once, as Word's are; page numbers alone are not", async () => {
  const body =
    "{\\headerl Waajjira \\b Barnootaa\\par}{\\headerr\\pard Waajjira Barnootaa\\par}{\\footer Finfinnee\\par Itoophiyaa\\par}{\\footerf {\\field{\\*\\fldinst PAGE}{\\fldrslt 3}}\\par}\\pard body\\par\\sect{\\header Waajjira Barnootaa\\par}after\\par"
  expect(await textOf(body)).toBe(
    ["[Page header: Waajjira Barnootaa]", "body", "after", "[Page footer: Finfinnee / Itoophiyaa]"].join("\n\n")
  )
})

test("footnotes of RTF stand at the end by their marks, and change nothing where they are called", async () => {
  const body =
    "\\trowd\\pard\\intbl a{\\super\\chftn}{\\footnote\\pard\\plain{\\super\\chftn} one\\par two}\\par b\\cell c\\cell\\row\\pard x{\\footnote\\ftnalt\\pard three}y\\par"
  expect(await textOf(body)).toBe("| a[^1] b | c |\n\nx[^2]y\n\n[^1]: one / two\n\n[^2]: three")
})

test("raised and lowered numbers of RTF have signs of their own", async () => {
  expect(await textOf("10{\\super 6} m\\super 2\\nosupersub , H{\\sub 2}O, 1{\\super st}\\par")).toBe(
    "10⁶ m², H₂O, 1st"
  )
})

test("struck out, moved or hidden text of RTF is not read; the paragraph goes on", async () => {
  const body =
    "kept{\\deleted gone{\\footnote no}\\par} on\\revised  new\\revised0\\deleted  gone\\deleted0  and\\plain\\par{\\mvf moved\\par}{\\v hidden\\v0 seen}\\par"
  expect(await textOf(body)).toBe("kept on new and\n\nseen")
})

test("lists of RTF have the numbers that are printed, whether the file writes them out or only defines them", async () => {
  const levels =
    "{\\listlevel\\levelnfc0\\levelstartat3{\\leveltext\\'02\\'00.;}{\\levelnumbers\\'01;}}{\\listlevel\\levelnfcn4\\levelstartat1{\\leveltext\\leveltemplateid1\\'04(\\'01)\\~;}{\\levelnumbers\\'02;}}{\\listlevel\\levelnfc23{\\leveltext\\'01\\u8226 ?;}{\\levelnumbers;}}"
  const tables = `{\\*\\listtable{\\list\\listtemplateid7${levels}{\\listname ;}\\listid77}}{\\*\\listoverridetable{\\listoverride\\listid77\\listoverridecount0\\ls1}{\\listoverride\\listid77\\listoverridecount1{\\lfolevel\\listoverridestartat\\levelstartat9}\\ls2}}`
  const body = [
    "\\pard{\\listtext\\pard\\plain\\f0 1.\\tab}\\ls9 one\\par",
    "{\\listtext\\f3\\'b7\\tab}bullet\\par",
    "\\pard{\\pntext\\f0 (a)\\tab}{\\*\\pn\\pnlvlbody\\pnlcltr{\\pntxtb (}{\\pntxta )}}old\\par",
    "\\pard plain\\par",
    "\\pard\\ls1\\ilvl0 three\\par four\\par\\pard\\ls1\\ilvl1 under\\par\\pard\\ls1\\ilvl2 dot\\par\\pard\\ls1 five\\par\\pard\\ls2 nine\\par",
    "\\pard\\outlinelevel0\\ls1 ten\\par"
  ]
  expect(await textOf(tables + body.join("\n"))).toBe(
    [
      "1. one\n- bullet\n(a) old",
      "plain",
      "3. three\n4. four\n  (a)\u00a0 under\n    - dot\n5. five\n9. nine",
      "# 10. ten"
    ].join("\n\n")
  )
})

test("bytes of RTF are read in the code pages of their fonts, and the Symbol font as what it shows", async () => {
  const fonts =
    "{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset238 Arial CE;}{\\f2\\fcharset204{\\*\\panose 0}Arial Cyr;}{\\f3\\fcharset2 Symbol;}{\\f4\\fcharset2 Wingdings;}{\\f5\\fcharset178 Arabic;}{\\f6\\fnil\\cpg1253 Own;}}"
  const body =
    "\\f0\\'e9 {\\f1\\'b3} {\\f2\\'cf} {\\f3 5 mg \\'b3 \\u61537?} {\\f4\\'fe \\u61608?\\u254?}{\\rtlch\\fcs1\\af5\\ltrch\\fcs0\\f0 \\'e9{\\ltrch\\fcs0\\f0\\rtlch\\fcs1\\af5 \\'e3}}{\\f6\\'e1}"
  expect(await textOf(fonts + body)).toBe("é ł П 5 μγ ≥ α ☑ ☐☑éمα")
})

test("letters of RTF in an unknown code page are reported as uncertain", async () => {
  expect((await read("\\ansicpg850 plain")).leftOut).toEqual([])
  expect((await read("\\ansicpg850 caf\\'82")).leftOut).toEqual([
    "Letters of the code page 850 are not known: some may be wrong."
  ])
})

test("fallback bytes of RTF's Unicode characters are passed over, in groups and out of them", async () => {
  expect(await textOf("{\\uc2\\u4660\\'81\\'40x}\\u4661?y{\\uc0\\u4662 z}\\u-10179?\\u-8694?\\uc1\\u4663 ?")).toBe(
    "ሴxስyሶz😊ሷ"
  )
})

test("pictures of RTF are shown, in digits or in bytes; those that cannot be are reported as left out", async () => {
  const [first, second] = [await png(3, 2), await png(2, 3)]
  const bitmap = Buffer.from(Files.bmp(4, 1, () => [9, 9, 9])).subarray(14)
  const body = [
    `one {\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn x}{\\sv y}}}\\pngblip\\picw3\\pich2 ${hex(first)}}}{\\nonshppict{\\pict\\wmetafile8 0100}}\\par`,
    `{\\pict\\pngblip\\bin${second.length} ${Buffer.from(second).toString("latin1")}}\\par`,
    `{\\shp{\\*\\shpinst{\\sp{\\sn pib}{\\sv{\\pict\\dibitmap0 ${hex(bitmap)}}}}{\\shptxt\\pard in a box\\par}}{\\shprslt{\\*\\do{\\dptxbxtext again\\par}}{\\pict\\wmetafile8 0100}}}\\par`,
    "{\\object\\objemb{\\*\\objclass Excel}{\\*\\objdata 0102}{\\result{\\pict\\emfblip 0102}text of it}}\\par"
  ]
  const { leftOut, pictures, text } = await read(body.join("\n"))
  expect(text).toBe("one [Picture 1]\n\n[Picture 2]\n\n[Picture 3]\n\nin a box\n\n[Picture 4]text of it")
  expect(pictures.map(({ mimeType }) => mimeType)).toEqual(["image/png", "image/png", "image/png"])
  expect(leftOut).toEqual([
    "Embedded objects are not included.",
    "Picture 4 is not included: its format is none of JPEG, PNG, WebP, GIF, BMP, HEIC."
  ])
})

test("check boxes and choices of forms, and equations, are in the text of RTF", async () => {
  const box = (state: string) =>
    `{\\field{\\*\\fldinst{FORMCHECKBOX}{\\*\\formfield{\\fftype1${state}\\fftypetxt0{\\*\\ffname C}}}}{\\fldrslt}}`
  const choice =
    "{\\field{\\*\\fldinst{FORMDROPDOWN}{\\*\\formfield{\\fftype2\\ffres1{\\*\\ffname D}{\\*\\ffl Adama}{\\*\\ffl Jimma}}}}{\\fldrslt}}"
  const equation =
    "{\\mmath{\\*\\moMath{\\mf{\\mfPr{\\mtype bar}}{\\mnum{\\mr a}}{\\mden{\\mr b}}}}{\\mmathPict{\\pict\\wmetafile8 01}}}"
  expect(await textOf(`${box("\\ffres1")} yes ${box("\\ffres25\\ffdefres0")} no ${choice}\\par ${equation}`)).toBe(
    "☑ yes ☐ no Jimma\n\nab"
  )
})

test("nested rows of RTF are words of the cell, and comments stand in it", async () => {
  const body =
    "\\trowd\\pard\\intbl a\\par\\pard\\intbl\\itap2 x\\nestcell y\\nestcell{\\*\\nesttableprops\\trowd\\nestrow}{\\nonesttables\\par}\\pard\\intbl z{\\*\\atnid k}{\\*\\annotation no}\\cell b\\cell\\row"
  const { leftOut, text } = await read(body)
  expect(text).toBe("| a x y z [Comment: no] | b |")
  expect(leftOut).toEqual([])
})

test("comments of RTF stand behind the words that they are about, with who wrote them, once each", async () => {
  const comment = (author: string, words: string) =>
    `{\\*\\atnid X}{\\*\\atnauthor ${author}}\\chatn{\\*\\annotation{\\*\\atndate 1}\\pard\\plain{\\chatn }${words}}`
  const text = await textOf(
    `The rent${comment("Chaltu", "which?\\par and when")} is paid${comment("", "")}${comment("Abebe", "{\\b not} yet")}.\\par{\\v hidden${comment("No", "no")}}next`
  )
  expect(text).toBe("The rent [Comment by Chaltu: which? and when] is paid [Comment by Abebe: not yet].\n\nnext")
})

test("groups of RTF may be nested 12,000 deep", async () => {
  expect(await textOf(`${"{\\b ".repeat(12_000)}deep${"}".repeat(12_000)}`)).toBe("deep")
})

test("an RTF file that breaks off is read up to there, and that is reported", async () => {
  const bytes = Buffer.from("{\\rtf1\\ansi{\\b first\\par second")
  const { leftOut, text } = right(await reader.document(bytes))
  expect(text).toBe("first\n\nsecond")
  expect(leftOut).toEqual(["The file breaks off: its end is not included."])
})

test("text that only a field's instruction has is read in RTF; drawings of page styles are not", async () => {
  const body =
    "{\\*\\pgdsctbl{\\pgdsc0{\\header{\\pict\\pngblip 00}}}}{\\listtext 1.\\tab}\\ls1 a {\\field{\\*\\fldinst{ EQ \\\\* jc3 \\\\o\\\\al(\\\\s\\\\up 11(ru),base)}}{\\fldrslt{}}} {\\field{\\*\\fldinst{MACROBUTTON  None fill in}}}{\\listtext x}\\par\\pard b{\\*\\fldinst HYPERLINK c}\\par"
  expect(await textOf(body)).toBe("1. a base fill in\n\nb")
})

test("heads of RTF pages that have only digits are read, unless the digits are the pages' numbers", async () => {
  const field = (instruction: string, result: string) =>
    `{\\field{\\*\\fldinst {${instruction}}}{\\fldrslt {${result}}}}`
  const body = `{\\header 0911 22 33 44\\par}{\\footer ${field("PAGE  \\\\* MERGEFORMAT", "3")} / ${field("NUMPAGES", "12")}\\par}{\\footerf {\\chpgn}\\par}\\pard body\\par`
  expect(await textOf(body)).toBe("[Page header: 0911 22 33 44]\n\nbody")
  const numbered = `{\\header Waajjira ${field("PAGE", "3")} / {\\chpgn}\\par}\\pard body\\par`
  expect(await textOf(numbered)).toBe("[Page header: Waajjira … / …]\n\nbody")
})
