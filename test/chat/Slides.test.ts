/** What a presentation shows reaches the model. */
import { afterAll, expect, test } from "bun:test"
import * as Files from "./Files.ts"
import { makeReader, right } from "./Reader.ts"

const reader = makeReader()
afterAll(reader.stop)

const PNG = new Uint8Array(await Bun.file(new URL("./pictures/palette.png", import.meta.url)).arrayBuffer())

const shape = (paragraphs: string, { name = "", placeholder = "", properties = "" } = {}) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="s" ${name}/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${properties}</p:spPr><p:txBody>${paragraphs}</p:txBody></p:sp>`
const paragraph = (text: string, properties = "") =>
  `<a:p><a:pPr>${properties}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`

interface Show {
  readonly slides: ReadonlyArray<string>
  readonly layout?: string
  readonly master?: string
  readonly layoutProperties?: string
}

const show = ({ layout = "", layoutProperties = "", master = "", slides }: Show) =>
  Files.office(
    {
      "ppt/presentation.xml": `<p:presentation>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`).join("")}</p:presentation>`,
      "ppt/layouts/l.xml": `<p:sldLayout ${layoutProperties}>${layout}</p:sldLayout>`,
      "ppt/masters/m.xml": `<p:sldMaster>${master}</p:sldMaster>`,
      "ppt/media/one.png": PNG,
      "ppt/media/two.png": PNG,
      ...Object.fromEntries(slides.map((slide, index) => [`ppt/slides/s${index}.xml`, slide]))
    },
    {
      "ppt/presentation.xml": slides.map((_, index) => [`s${index}`, "slide", `slides/s${index}.xml`] as const),
      "ppt/layouts/l.xml": [
        ["m", "slideMaster", "../masters/m.xml"],
        ["i", "image", "../media/two.png"]
      ],
      ...Object.fromEntries(
        slides.map((_, index) => [
          `ppt/slides/s${index}.xml`,
          [
            ["l", "slideLayout", "../layouts/l.xml"],
            ["i", "image", "../media/one.png"],
            ["c", "chartEx", "../media/none.xml"]
          ] as const
        ])
      )
    }
  )

const slide = (content: string, properties = "") => `<p:sld ${properties}>${content}</p:sld>`
const read = async (of: Show) => right(await reader.document(show(of)))

test("what a slide's layout and master draw themselves is said once, without the prompts of their places", async () => {
  const prompt = shape(paragraph("Click to edit"), { placeholder: '<p:ph type="title"/>' })
  const design = {
    layout: `${prompt}${shape(paragraph("Boqonnaa 1"))}<p:pic><p:nvPicPr><p:cNvPr id="3" descr="logo"/></p:nvPicPr><p:blipFill><a:blip r:embed="i"/></p:blipFill></p:pic>`,
    master: `${prompt}${shape(paragraph("ብሔራዊ ባንክ"))}`
  }
  const slides = [slide(shape(paragraph("one"))), slide(shape(paragraph("two")))]
  const { pictures, text } = await read({ ...design, slides })
  expect(text).toBe(
    "# Slide 1\n\none\n\n[On the slides' layout: ብሔራዊ ባንክ / Boqonnaa 1 / [Picture 1: logo]]\n\n# Slide 2\n\ntwo"
  )
  expect(pictures).toHaveLength(1)
  const without = await read({ ...design, slides: [slide(shape(paragraph("one")), 'showMasterSp="0"')] })
  expect(without.text).toBe("# Slide 1\n\none")
  expect(without.pictures).toHaveLength(0)
  const ownOnly = await read({ ...design, layoutProperties: 'showMasterSp="0"', slides })
  expect(ownOnly.text).toContain("[On the slides' layout: Boqonnaa 1 / [Picture 1: logo]]")
})

test("a slide's background picture is shown, a hidden shape is not", async () => {
  const { pictures, text } = await read({
    slides: [
      slide(
        `<p:bg><p:bgPr><a:blipFill><a:blip r:embed="i"/></a:blipFill></p:bgPr></p:bg>${shape(paragraph("seen"))}${shape(paragraph("hidden"), { name: 'hidden="1"' })}`
      )
    ]
  })
  expect(text).toBe("# Slide 1\n\n[Picture 1]\n\nseen")
  expect(pictures).toHaveLength(1)
})

test("numbers of a slide begin anew with another notation or start, and boxes and ticks are written", async () => {
  const numbered = (text: string, type: string, more = "") => paragraph(text, `<a:buAutoNum type="${type}"${more}/>`)
  const { text } = await read({
    slides: [
      slide(
        shape(
          [
            numbered("a", "arabicPeriod"),
            numbered("b", "arabicPeriod"),
            numbered("c", "alphaLcParenR"),
            numbered("d", "arabicPeriod", ' startAt="5"'),
            numbered("e", "arabicPeriod", ' startAt="5"'),
            numbered("f", "circleNumDbPlain"),
            paragraph("g", '<a:buFont typeface="Wingdings"/><a:buChar char="ü"/>'),
            paragraph("h", '<a:buChar char="•"/>')
          ].join("")
        )
      )
    ]
  })
  expect(text).toBe("# Slide 1\n\n1. a\n2. b\na) c\n5. d\n6. e\n① f\n- ✓ g\n\nh")
})

test("properties of a paragraph that are said again before a run break no line, and raised numbers have signs", async () => {
  const runs =
    '<a:p><a:pPr/><a:r><a:t>10</a:t></a:r><a:pPr/><a:r><a:rPr baseline="30000"/><a:t>6</a:t></a:r><a:r><a:t> m</a:t></a:r></a:p>'
  expect((await read({ slides: [slide(shape(runs))] })).text).toBe("# Slide 1\n\n10⁶ m")
})

test("a formula on a slide is written on one line, and a chart that cannot be read is said to be left out", async () => {
  const formula =
    "<mc:AlternateContent><mc:Choice><a:p><a14:m><m:oMathPara><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>bc</m:t></m:r></m:den></m:f></m:oMath></m:oMathPara></a14:m></a:p></mc:Choice><mc:Fallback><a:p><a:r><a:t>no</a:t></a:r></a:p></mc:Fallback></mc:AlternateContent>"
  const { leftOut, text } = await read({
    slides: [slide(`${shape(formula)}<p:graphicFrame><cx:chart r:id="c"/></p:graphicFrame>`)]
  })
  expect(text).toBe("# Slide 1\n\na/(bc)")
  expect(leftOut).toEqual(["Charts on slides are not included."])
})

test("comments on slides stand below what is on them, with who wrote them and the answers behind", async () => {
  const text = (words: string) => `<p188:txBody><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p188:txBody>`
  const file = Files.office(
    {
      "ppt/presentation.xml": '<p:presentation><p:sldId id="256" r:id="s0"/></p:presentation>',
      "ppt/slides/s0.xml": slide(shape(paragraph("On the slide"))),
      "ppt/authors.xml":
        '<p188:authorLst><p188:author id="{A}" name="Chaltu"/><p188:author id="{B}" name="Abebe"/></p188:authorLst>',
      "ppt/comments/one.xml":
        '<p:cmLst><p:cm authorId="7" idx="1"><p:pos x="1" y="2"/><p:text>old</p:text></p:cm></p:cmLst>',
      "ppt/comments/two.xml": `<p188:cmLst><p188:cm authorId="{A}"><p188:replyLst><p188:reply authorId="{B}">${text("Yes.")}</p188:reply></p188:replyLst>${text("Is it 2016?")}</p188:cm><p188:cm authorId="{A}">${text(" ")}</p188:cm></p188:cmLst>`
    },
    {
      "ppt/presentation.xml": [
        ["s0", "slide", "slides/s0.xml"],
        ["a", "authors", "authors.xml"]
      ],
      "ppt/slides/s0.xml": [
        ["c", "comments", "../comments/one.xml"],
        ["d", "comments", "../comments/two.xml"]
      ]
    }
  )
  const { leftOut, text: found } = right(await reader.document(file))
  expect(found).toBe(
    "# Slide 1\n\nOn the slide\n\n[Comment: old]\n\n[Comment by Chaltu: Is it 2016?]\n\n[Comment by Abebe: Yes.]"
  )
  expect(leftOut).toEqual([])
})

test("an object on a slide that older programs draw as a picture is shown as that, and said to be left out itself", async () => {
  const picture =
    '<p:pic><p:nvPicPr><p:cNvPr id="5" descr="prices"/></p:nvPicPr><p:blipFill><a:blip r:embed="i"/></p:blipFill></p:pic>'
  const object = (inner: string) =>
    `<a:graphic><a:graphicData><p:oleObj name="Worksheet">${inner}</p:oleObj></a:graphicData></a:graphic>`
  const frame = `<p:graphicFrame><mc:AlternateContent><mc:Choice Requires="v">${object("<p:embed/>")}</mc:Choice><mc:Fallback>${object(`<p:embed/>${picture}`)}</mc:Fallback></mc:AlternateContent></p:graphicFrame>`
  const { leftOut, pictures, text } = await read({ slides: [slide(`${shape(paragraph("Prices"))}${frame}`)] })
  expect(text).toBe("# Slide 1\n\nPrices\n\n[Picture 1: prices]")
  expect([pictures.length, leftOut]).toEqual([1, ["Embedded objects on slides are not included."]])
})

test("letters of a slide that are set in a font of symbols are what they show", async () => {
  const run = (properties: string, text: string) => `<a:r><a:rPr>${properties}</a:rPr><a:t>${text}</a:t></a:r>`
  const symbols = '<a:sym typeface="Wingdings"/>'
  const line = [
    run("", "buna "),
    run(symbols, "à"),
    run(symbols, " déjà 5 \uf0fc"),
    run('<a:latin typeface="Wingdings 2"/>', "P"),
    run('<a:latin typeface="Arial"/>', " é")
  ]
  expect((await read({ slides: [slide(shape(`<a:p>${line.join("")}</a:p>`))] })).text).toBe(
    "# Slide 1\n\nbuna → déjà 5 ✓✓ é"
  )
})

test("the font and the height of a field, or of a paragraph's end, are not those of the next field", async () => {
  const field = (properties: string, text: string) =>
    `<a:fld id="{1}" type="author"><a:rPr${properties}</a:rPr><a:t>${text}</a:t></a:fld>`
  const wingdings = '><a:latin typeface="Wingdings"/><a:sym typeface="Wingdings"/>'
  const first = `<a:p>${field(` baseline="30000"${wingdings}`, "þ")}${field(">", " déjà 1")}<a:endParaRPr${wingdings}</a:endParaRPr></a:p>`
  const { text } = await read({ slides: [slide(shape(`${first}<a:p>${field(">", "à 2")}</a:p>`))] })
  expect(text).toEndWith(" déjà 1\n\nà 2")
})

test("a place of a slide's layout that does not say where it lies is where its master has it", async () => {
  const at = (top: number) => `<a:xfrm><a:off x="0" y="${top}"/></a:xfrm>`
  const body = (idx: string, properties = "") => shape(paragraph("text"), { placeholder: `<p:ph ${idx}/>`, properties })
  const { text } = await read({
    master: `${body('type="body" idx="1"', at(4_000_000))}${body('type="dt" idx="2"', at(100))}`,
    layout: body('idx="2"'),
    slides: [
      slide(
        `${shape(paragraph("below"), { placeholder: '<p:ph idx="2"/>' })}${shape(paragraph("above"), { properties: at(2_000_000) })}`
      )
    ]
  })
  expect(text).toBe("# Slide 1\n\nabove\n\nbelow")
})

test("pictures that a slide only refers to are said to be left out", async () => {
  const { leftOut } = await read({
    slides: [slide('<p:pic><p:blipFill><a:blip r:link="web"/></p:blipFill></p:pic>')]
  })
  expect(leftOut).toEqual(["Pictures that are only referred to on slides are not included."])
})
