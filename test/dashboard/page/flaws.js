/** What is wrong with how the page looks, run in it by `Looks.ts`. Each function gives sentences, none where all is well. */

const CONTROLS =
  'a[href], button, input, select, textarea, summary, audio[controls], [role="tab"], [role="switch"], [role="slider"]'

const violations = []
document.addEventListener("securitypolicyviolation", ({ blockedURI, violatedDirective }) => {
  violations.push(`${violatedDirective} refused ${blockedURI}`)
})

/** A dialog covers what is behind it, and so does a phone's menu. */
const front = () =>
  Array.from(document.querySelectorAll('[role="dialog"]'))
    .filter((dialog) => dialog.checkVisibility())
    .at(-1) ??
  (document.querySelector("main[inert]") === null ? document.body : document.querySelector(".mantine-AppShell-navbar"))

const isSeen = (element) => {
  const { height, right, width } = element.getBoundingClientRect()
  const { clipPath } = getComputedStyle(element)
  return (
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    element.closest("noscript, script, style, template") === null &&
    width > 1 &&
    height > 1 &&
    right > 0 &&
    clipPath === "none"
  )
}

const nameOf = (element) => {
  const text = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replaceAll(/\s+/g, " ")
  return `<${element.localName}> ${text.slice(0, 40)}`
}

/** All text that is seen, as a box for each line. */
const lines = () => {
  const walker = document.createTreeWalker(front(), NodeFilter.SHOW_TEXT)
  const found = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    if (node.data.trim() === "" || element === null || element.closest("select") !== null || !isSeen(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) if (rect.width > 1) found.push({ element, rect, text: node.data.trim() })
  }
  return found
}

const isHidden = (overflow) => overflow === "hidden" || overflow === "clip"
const isScrolled = (overflow) => overflow === "auto" || overflow === "scroll"
const ancestorsOf = (element) => {
  const all = []
  for (let each = element; each !== null && each !== document.documentElement; each = each.parentElement) all.push(each)
  return all
}

/** Where a line is cut off, and by what. What can be scrolled to is not; neither is what is shortened on purpose. */
const cutOf = ({ element, rect }) => {
  let isFreeX = false
  let isFreeY = false
  for (const box of ancestorsOf(element)) {
    const style = getComputedStyle(box)
    if (style.webkitLineClamp !== "none") return undefined
    const { bottom, left, right, top } = box.getBoundingClientRect()
    if (!isFreeX && isHidden(style.overflowX) && (rect.left < left - 1 || rect.right > right + 1)) return nameOf(box)
    // A line's box is higher than its letters.
    const slack = rect.height * 0.2
    if (!isFreeY && isHidden(style.overflowY) && (rect.top < top - slack || rect.bottom > bottom + slack))
      return nameOf(box)
    isFreeX ||= isScrolled(style.overflowX)
    isFreeY ||= isScrolled(style.overflowY)
    if (style.position === "fixed") break
  }
  const width = document.documentElement.clientWidth
  return !isFreeX && (rect.left < -1 || rect.right > width + 1) ? "the window" : undefined
}

const measure = document.createElement("canvas").getContext("2d", { willReadFrequently: true })

/** What a box for text has to show, and pixels of room that it has. */
const cutInField = (field) => {
  const text =
    field.localName === "select" ? field.selectedOptions[0]?.label : field.value === "" ? field.placeholder : ""
  const style = getComputedStyle(field)
  measure.font = style.font
  const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
  return measure.measureText(text ?? "").width > room + 1 ? text : undefined
}

const cutOff = () => [
  ...new Set([
    ...lines().flatMap((line) => {
      const by = cutOf(line)
      return by === undefined ? [] : [`"${line.text.slice(0, 60)}" is cut off by ${by}`]
    }),
    ...Array.from(front().querySelectorAll("select, input:not([type=range], [type=checkbox], [type=file])"))
      .filter(isSeen)
      .map(cutInField)
      .filter((text) => text !== undefined)
      .map((text) => `"${text}" is cut off in its field`)
  ])
]

/** What is seen of a box, of which the rest is scrolled away or clipped. */
const seenOf = (element, rect) => {
  let { bottom, left, right, top } = rect
  for (const box of ancestorsOf(element.parentElement)) {
    const style = getComputedStyle(box)
    const around = box.getBoundingClientRect()
    if (style.overflowX !== "visible") {
      left = Math.max(left, around.left)
      right = Math.min(right, around.right)
    }
    if (style.overflowY !== "visible") {
      top = Math.max(top, around.top)
      bottom = Math.min(bottom, around.bottom)
    }
    if (style.position === "fixed") break
  }
  return { bottom, left, right, top }
}

const overlapOf = (a, b) => ({
  x: Math.min(a.right, b.right) - Math.max(a.left, b.left),
  y: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
})

const controls = () => Array.from(front().querySelectorAll(CONTROLS)).filter(isSeen)

/** A field's own buttons stand in it. */
const isOneField = (a, b) => {
  const field = a.closest(".mantine-Input-wrapper, .mantine-Slider-root")
  return a.contains(b) || b.contains(a) || field?.contains(b)
}

const pairs = (all) => all.flatMap((a, at) => all.slice(at + 1).map((b) => [a, b]))

const overlaps = () => {
  const boxes = controls().map((element) => ({ element, seen: seenOf(element, element.getBoundingClientRect()) }))
  const texts = lines().map((line) => ({ ...line, seen: seenOf(line.element, line.rect) }))
  return [
    ...pairs(boxes).flatMap(([a, b]) => {
      const { x, y } = overlapOf(a.seen, b.seen)
      return x > 1 && y > 1 && !isOneField(a.element, b.element)
        ? [`${nameOf(a.element)} and ${nameOf(b.element)} overlap`]
        : []
    }),
    ...pairs(texts).flatMap(([a, b]) => {
      const { x, y } = overlapOf(a.seen, b.seen)
      // The boxes of two lines overlap by the room above and below their letters.
      return x > 2 && y > 0.5 * Math.min(a.rect.height, b.rect.height)
        ? [`"${a.text.slice(0, 40)}" and "${b.text.slice(0, 40)}" overlap`]
        : []
    })
  ]
}

/** CSS pixels that a finger needs (WCAG 2.2, 2.5.8); a link in a sentence is excepted there. */
const TARGET = 24

const isInSentence = (element) =>
  getComputedStyle(element).display.startsWith("inline") &&
  (element.parentElement?.textContent ?? "").trim() !== (element.textContent ?? "").trim()

/** With its label, which is pressed as well. */
const targetOf = (element) => {
  const boxes = [element, ...(element.labels ?? [])].map((each) => each.getBoundingClientRect())
  return {
    width: Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left)),
    height: Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top))
  }
}

const tooSmall = () =>
  controls()
    .filter((element) => !isInSentence(element) && !element.closest("[aria-hidden=true]") && element.tabIndex >= 0)
    .map((element) => ({ element, ...targetOf(element) }))
    .filter(({ height, width }) => Math.min(height, width) < TARGET - 0.5)
    .map(({ element, height, width }) => `${nameOf(element)} is ${Math.round(width)} by ${Math.round(height)} pixels`)

const sideways = () => {
  const { clientWidth, scrollWidth } = document.documentElement
  return scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide in a window of ${clientWidth}`] : []
}

/** The keyboard goes nowhere that is not to be seen. */
const outOfSight = () =>
  Array.from(document.querySelectorAll(CONTROLS))
    .filter((element) => element.tabIndex >= 0 && !element.matches(".skip, :disabled"))
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.closest("[inert]") === null)
    .filter((element) => {
      if (ancestorsOf(element).some((box) => isScrolled(getComputedStyle(box).overflowX))) return false
      const { left, right } = element.getBoundingClientRect()
      return right <= 0 || left >= document.documentElement.clientWidth
    })
    .map((element) => `${nameOf(element)} can be reached by the keyboard, but not be seen`)

/** From each to which character a font of the page has, where it is loaded. */
const rangesOf = ({ unicodeRange }) =>
  unicodeRange.split(",").map((range) => {
    const [first, last = first] = range
      .trim()
      .slice(2)
      .split("-")
      .map((digits) => Number.parseInt(digits, 16))
    return [first, last]
  })

const drawn = (text) => {
  measure.canvas.width = 48
  measure.canvas.height = 48
  measure.font = '28px "Noto Sans", "Noto Sans Ethiopic"'
  measure.fillText(text, 8, 36)
  return measure.getImageData(0, 0, 48, 48).data.join()
}

/** A code point that no font has. */
const NOTHING = "\u{10fffe}"

/** Letters that were found in a font of the page. */
const known = new Set()

/** Characters on the page that are in none of its fonts, or for which that font has no picture. */
const missingGlyphs = () => {
  const texts = [
    ...lines().map(({ element, text }) => ({ family: getComputedStyle(element).fontFamily, text })),
    ...Array.from(front().querySelectorAll("option, input, textarea"), (field) => ({
      family: "",
      text: `${field.label ?? ""}${field.placeholder ?? ""}${field.value ?? ""}`
    }))
  ]
  const faces = Array.from(document.fonts).filter(({ status }) => status === "loaded")
  const ranges = faces.flatMap(rangesOf)
  // Commands and ids are in the system's own monospaced font, which every system has for ASCII.
  const isOwn = (family, letter) => !family.includes("monospace") || letter > "\u007f"
  const letters = new Set(
    texts.flatMap(({ family, text }) =>
      Array.from(text.replaceAll(/\s/g, "")).filter((letter) => isOwn(family, letter))
    )
  )
  const none = drawn(NOTHING)
  const isThere = (letter) => {
    const code = letter.codePointAt(0)
    return ranges.some(([first, last]) => code >= first && code <= last) && drawn(letter) !== none
  }
  for (const letter of letters) if (!known.has(letter) && isThere(letter)) known.add(letter)
  return Array.from(letters)
    .filter((letter) => !known.has(letter))
    .map((letter) => `${letter} (U+${letter.codePointAt(0).toString(16)}) is in no font of the page`)
}

/** What the browser keeps, which must hold no secret. */
const kept = () =>
  [location.href, ...[localStorage, sessionStorage].flatMap((storage) => Object.entries(storage).flat())].join("\n")

Object.assign(globalThis, {
  flaws: () => {
    // What is scrolled goes under the head.
    scrollTo(0, 0)
    return [
      ...sideways(),
      ...cutOff(),
      ...overlaps(),
      ...tooSmall(),
      ...outOfSight(),
      ...missingGlyphs(),
      ...violations.splice(0)
    ]
  },
  kept
})
