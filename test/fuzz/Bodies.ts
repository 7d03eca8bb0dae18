/** What can be done to a request's body. */
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import type { Chance } from "./Chance.ts"
import { BOUNDARY, bytesOf, type Content, type Draft, type FilePart, setHeader } from "./Draft.ts"
import { damage } from "./Files.ts"
import { CHANGES, shortText } from "./Hostile.ts"
import type { Node } from "./Json.ts"
import type { Mutation } from "./Mutation.ts"

type Form = Extract<Content, { readonly kind: "form" }>

const MIB = 1024 * 1024

const withForm = (draft: Draft, change: (form: Form) => Content): Draft =>
  draft.content.kind === "form" ? { ...draft, content: change(draft.content) } : draft

/** Changes the body's JSON, or that of one field of its form. */
const changeJson = (content: Content, change: (node: Node) => Node): Content => {
  if (content.kind === "json") return { kind: "json", node: change(content.node) }
  if (content.kind !== "form") return content
  const parts = content.parts.map((part) =>
    part.content.kind === "json"
      ? { ...part, content: { kind: "json", node: change(part.content.node) } as const }
      : part
  )
  return { ...content, parts }
}

const hasJson = ({ content }: Draft): boolean =>
  content.kind === "json" || (content.kind === "form" && content.parts.some((part) => part.content.kind === "json"))

const json: ReadonlyArray<Mutation> = CHANGES.map(({ apply, name }) => ({
  name: `json: ${name}`,
  fits: hasJson,
  apply: (draft, chance) => ({ ...draft, content: changeJson(draft.content, (node) => apply(node, chance)) })
}))

const hasBody = ({ content }: Draft): boolean => content.kind !== "none"

const bytes = (name: string, change: (body: Buffer, chance: Chance) => Buffer): Mutation => ({
  name: `body: ${name}`,
  fits: hasBody,
  apply: (draft, chance) => ({ ...draft, content: { kind: "bytes", bytes: change(bytesOf(draft.content), chance) } })
})

const insert = (body: Buffer, chance: Chance, added: Buffer): Buffer => {
  const at = chance.int(body.length + 1)
  return Buffer.concat([body.subarray(0, at), added, body.subarray(at)])
}

const raw: ReadonlyArray<Mutation> = [
  bytes("nothing", () => Buffer.alloc(0)),
  bytes("cut off", (body, chance) => body.subarray(0, chance.int(body.length + 1))),
  bytes("damaged", (body, chance) => damage(body, chance)),
  bytes("invalid UTF-8", (body, chance) =>
    insert(body, chance, Buffer.from(chance.pick("ff", "c0af", "eda080", "f8888080", "e188"), "hex"))
  ),
  bytes("NUL", (body, chance) => insert(body, chance, Buffer.alloc(1 + chance.int(4)))),
  bytes("byte order mark", (body) => Buffer.concat([Buffer.from("efbbbf", "hex"), body])),
  bytes("UTF-16", (body) => Buffer.from(body.toString("utf8"), "utf16le")),
  bytes("twice", (body) => Buffer.concat([body, body])),
  bytes("white space", (body, chance) => Buffer.concat([Buffer.alloc(chance.size(10, 10_000, MIB), " "), body])),
  bytes("no JSON", (_, chance) =>
    Buffer.from(
      chance.pick(
        "{'a':1}",
        "{a:1}",
        "[1,]",
        "NaN",
        "undefined",
        "// x\n{}",
        "\u0000",
        '{"a":1}}',
        '"',
        "{",
        "-",
        "\\u0000",
        "nul"
      )
    )
  ),
  bytes("no object", (_, chance) => Buffer.from(chance.pick("null", "1", '"a"', "[]", "[[]]", "true", "[null]"))),
  bytes("deep", (_, chance) => {
    const depth = chance.size(500, 12_000, 200_000)
    return Buffer.from(chance.yes(0.5) ? "[".repeat(depth) : '{"a":'.repeat(depth))
  }),
  bytes("over the limit", (_, chance) => Buffer.alloc(chance.size(4, 5, 26) * MIB + 1, chance.pick("a", " ", "[")))
]

const COMPRESSIONS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const

/** Compressed bodies, some of them far larger than they arrive. */
const compressed: ReadonlyArray<Mutation> = [
  {
    name: "body: compressed",
    fits: hasBody,
    apply: (draft, chance) => {
      const coding = chance.pick("gzip", "deflate", "br")
      const body = chance.yes(0.5) ? bytesOf(draft.content) : Buffer.alloc(chance.size(1, 8) * MIB)
      return setHeader(
        { ...draft, content: { kind: "bytes", bytes: COMPRESSIONS[coding](body) } },
        "Content-Encoding",
        coding
      )
    }
  },
  {
    name: "body: said to be compressed",
    fits: hasBody,
    apply: (draft, chance) =>
      setHeader(
        draft,
        "Content-Encoding",
        chance.pick("gzip", "br, gzip", "zstd", "identity", "x", "gzip, ".repeat(100))
      )
  }
]

const part = (headers: ReadonlyArray<string>, content: string | Buffer): FilePart => ({
  name: "",
  headers,
  content: { kind: "bytes", bytes: Buffer.from(content) }
})

const onForm = (name: string, change: (form: Form, chance: Chance) => Content): Mutation => ({
  name: `form: ${name}`,
  fits: ({ content }) => content.kind === "form",
  apply: (draft, chance) => withForm(draft, (form) => change(form, chance))
})

const onParts = (name: string, change: (parts: ReadonlyArray<FilePart>, chance: Chance) => ReadonlyArray<FilePart>) =>
  onForm(name, (form, chance) => ({ ...form, parts: change(form.parts, chance) }))

const disposition = (name: string, more = "") => `Content-Disposition: form-data; name="${name}"${more}`

const forms: ReadonlyArray<Mutation> = [
  onForm("no last boundary", (form) => ({ ...form, isEnded: false })),
  onParts("damaged file", (parts, chance) =>
    parts.map((one) =>
      one.content.kind === "bytes"
        ? { ...one, content: { kind: "bytes", bytes: damage(one.content.bytes, chance) } as const }
        : one
    )
  ),
  onParts("part left out", (parts, chance) => parts.filter(() => chance.yes(0.5))),
  onParts("parts doubled", (parts) => [...parts, ...parts]),
  onParts("thousands of parts", (parts, chance) => [
    ...parts,
    ...Array.from({ length: chance.size(11, 200, 5_000) }, (_, at) =>
      part([disposition(`f${at}`, chance.yes(0.5) ? '; filename="a"' : "")], "x")
    )
  ]),
  onParts("long part headers", (parts, chance) => [
    part([`X: ${"a".repeat(chance.size(1_000, 70_000, MIB))}`, disposition("a")], "x"),
    ...parts
  ]),
  onParts("odd part headers", (parts, chance) => [
    ...parts,
    part(
      [
        chance.pick(
          "",
          "Content-Disposition",
          "Content-Disposition: form-data",
          'Content-Disposition: form-data; name="',
          "Content-Disposition: form-data; name*=utf-8''%ff",
          "Content-Disposition: attachment",
          disposition("__proto__"),
          disposition("a\u0000b")
        )
      ],
      "x"
    )
  ]),
  onParts("file name", (parts, chance) => [
    ...parts,
    part(
      [
        disposition(
          chance.pick("file_1", "audio", "chat_audio_input", "request_data"),
          `; filename="${shortText(chance)}"`
        ),
        `Content-Type: ${chance.pick("audio/wav", "text/plain", shortText(chance))}`
      ],
      "x"
    )
  ]),
  onParts("another's type", (parts, chance) =>
    parts.map((one) => ({
      ...one,
      headers: one.headers.map((line) =>
        line.startsWith("Content-Type")
          ? `Content-Type: ${chance.pick("audio/wav", "application/pdf", "image/png", "application/json", "text/html", "x")}`
          : line
      )
    }))
  ),
  onParts("transfer encoding", (parts, chance) =>
    parts.map((one) => ({
      ...one,
      headers: [...one.headers, `Content-Transfer-Encoding: ${chance.pick("base64", "quoted-printable", "x")}`]
    }))
  ),
  onParts("form in a form", (parts) => [
    part(
      [disposition("request_data"), `Content-Type: multipart/mixed; boundary=${BOUNDARY}`],
      `--${BOUNDARY}\r\n\r\n{}\r\n--${BOUNDARY}--`
    ),
    ...parts
  ])
]

const BOUNDARIES = [
  "",
  "; boundary=",
  "; boundary=other",
  `; boundary="${BOUNDARY}`,
  `; boundary=${"b".repeat(300)}`,
  `; boundary=${BOUNDARY}; boundary=x`
] as const

const boundary: Mutation = {
  name: "form: boundary",
  fits: ({ content }) => content.kind === "form",
  apply: (draft, chance) => setHeader(draft, "Content-Type", `multipart/form-data${chance.from(BOUNDARIES) ?? ""}`)
}

export const mutations: ReadonlyArray<Mutation> = [...json, ...json, ...raw, ...compressed, ...forms, boundary]
