/** What can be done to the way a request is written on the wire. */
import type { Chance } from "./Chance.ts"
import { chunked, type Draft, type Framing, framed, inChunks, whole } from "./Draft.ts"
import type { Mutation } from "./Mutation.ts"

/** Ways that are right, if unusual: they are answered like any other. */
const right = (name: string, make: (chance: Chance) => Framing): Mutation => ({
  name: `framing: ${name}`,
  fits: ({ framing }) => framing === whole,
  apply: (draft, chance) => ({ ...draft, framing: make(chance) })
})

/** Ways that are wrong or unfinished: the parser may refuse them, or wait for more. */
const wrong = (name: string, make: (chance: Chance) => Framing): Mutation => ({
  name: `framing: ${name}`,
  fits: ({ framing }) => framing === whole,
  apply: (draft, chance) => ({ ...draft, framing: make(chance), mayBeBare: true })
})

const same = (body: Buffer): Buffer => body
const plain = (head: string, body: Buffer): Buffer => Buffer.concat(whole.write(head, body))

/** The whole request in pieces. */
const divided = (pieces: number, pauseMillis: number): Framing => ({
  ...whole,
  pauseMillis,
  write: (head, body) => {
    const bytes = plain(head, body)
    const size = Math.max(1, Math.ceil(bytes.length / pieces))
    return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
  }
})

const changed =
  (change: (bytes: Buffer, chance: Chance) => Buffer, ending: Framing["ending"] = "keep") =>
  (chance: Chance): Framing => ({
    ...whole,
    ending,
    write: (head, body) => [change(plain(head, body), chance)]
  })

const CHUNK_LIES = [
  "ZZ\r\nabc\r\n0\r\n\r\n",
  "-1\r\na\r\n",
  "ffffffffffffffffff\r\na\r\n",
  "5\r\nabc\r\n0\r\n\r\n",
  "2\r\nabc\r\n0\r\n\r\n",
  "0x2\r\nab\r\n0\r\n\r\n",
  "\r\n\r\n",
  "2\nab\n0\n\n",
  `2;${"x".repeat(20_000)}\r\nab\r\n0\r\n\r\n`
] as const

export const mutations: ReadonlyArray<Mutation> = [
  right("chunks", (chance) => inChunks([chance.int(5), 1 + chance.int(50), 70_000])),
  right("pieces", (chance) => divided(2 + chance.int(4), chance.pick(0, 2, 10))),
  // Bun ends a connection on which a second request comes before the first is answered.
  wrong("pipelined", () => ({
    ...whole,
    count: 2,
    write: (head, body) => [Buffer.concat([plain(head, body), plain(head, body)])]
  })),
  // Bun takes a half-closed connection for a client that is gone.
  wrong("half closed", () => ({ ...whole, ending: "half-close" })),
  wrong("chunk extensions", (chance) =>
    inChunks([100], `;${"a".repeat(chance.size(1, 100, 10_000))}=b`, "x-trailer: 1\r\n")
  ),
  wrong("chunk sizes", (chance) =>
    framed(["Transfer-Encoding: chunked"], () => Buffer.from(chance.from(CHUNK_LIES) ?? ""))
  ),
  wrong("both lengths", (chance) =>
    framed([`Content-Length: ${chance.int(100)}`, "Transfer-Encoding: chunked"], (body) => chunked(body, [100]))
  ),
  wrong("two lengths", (chance) =>
    framed([`Content-Length: ${chance.int(10)}`, `Content-Length: ${chance.int(10)}`], same)
  ),
  wrong("odd length", (chance) =>
    framed(
      [
        `Content-Length: ${chance.pick("-1", "abc", "99999999999999999999", "1e3", "+2", "0x2", "2,2", "", "4294967298")}`
      ],
      same
    )
  ),
  wrong("too short a length", (chance) => ({
    ...whole,
    write: (head, body) => [
      Buffer.concat([Buffer.from(`${head}\r\nContent-Length: ${chance.int(body.length + 1)}\r\n\r\n`, "latin1"), body])
    ]
  })),
  wrong("odd coding", (chance) =>
    framed(
      [
        `Transfer-Encoding: ${chance.pick("gzip", "gzip, chunked", "chunked, chunked", "x", "identity", " chunked", "chunked\u000b")}`
      ],
      (body) => chunked(body, [100])
    )
  ),
  wrong(
    "line ends before",
    changed((bytes) => Buffer.concat([Buffer.from("\r\n\r\n"), bytes]))
  ),
  wrong(
    "no carriage returns",
    changed((bytes) => Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1"))
  ),
  wrong(
    "another version",
    changed((bytes, chance) =>
      Buffer.from(
        bytes
          .toString("latin1")
          .replace("HTTP/1.1", chance.pick("HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/3", "HTP/1.1", "", "HTTP/1.1 x")),
        "latin1"
      )
    )
  ),
  wrong(
    "garbage",
    changed((_, chance) => chance.bytes(chance.size(1, 40, 3_000)))
  ),
  wrong(
    "cut off, half closed",
    changed((bytes, chance) => bytes.subarray(0, chance.int(bytes.length)), "half-close")
  ),
  wrong(
    "cut off, hung up",
    changed((bytes, chance) => bytes.subarray(0, chance.int(bytes.length)), "hang-up")
  ),
  wrong(
    "hung up",
    changed((bytes) => bytes, "hang-up")
  ),
  wrong(
    "a byte changed",
    changed((bytes, chance) => {
      const copy = Buffer.from(bytes)
      copy[chance.int(Math.min(copy.length, 400))] = chance.int(256)
      return copy
    })
  ),
  wrong("request in the body", (chance) =>
    framed([`Content-Length: ${chance.int(4)}`], () => Buffer.from("\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"))
  )
]

/** Whether an answer may not come at all: the request is unfinished, or nobody is there to hear. */
export const mayBeSilent = ({ framing, mayBeBare }: Draft): boolean => mayBeBare && framing !== whole
