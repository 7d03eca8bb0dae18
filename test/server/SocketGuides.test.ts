/** The messages of sockets at `/docs` fit the schemas of either side. */
import { describe, expect, test } from "bun:test"
import { Duration, Either, Schema } from "effect"
import { TTL } from "../../src/access/Tickets.ts"
import { KEPT_IN_WORDS } from "../../src/billing/IdempotencyKey.ts"
import { IDLE_TIMEOUT } from "../../src/conversation/LimitsApi.ts"
import { read as readEvent } from "../../src/conversation/realtime/ClientEvents.ts"
import { read as readMessage } from "../../src/conversation/relay/RelayMessages.ts"
import { conversation } from "../../src/server/docs/sockets/ConversationGuide.ts"
import { realtime } from "../../src/server/docs/sockets/RealtimeGuide.ts"
import { AUTHENTICATE, CLOSES, type Frame } from "../../src/server/docs/sockets/SocketGuide.ts"
import { speech } from "../../src/server/docs/sockets/SpeechGuide.ts"
import { transcription } from "../../src/server/docs/sockets/TranscriptionGuide.ts"
import { AUTHENTICATION_TIMEOUT_SECONDS } from "../../src/sockets/Handshake.ts"
import * as Scribe from "../../src/transcription/LiveApi.ts"
import * as Speech from "../../src/voice/RealtimeApi.ts"

/** Every message with a field that its schema does not have is found out too. */
const strict = { onExcessProperty: "error" } as const

const framesOf = (frames: ReadonlyArray<Frame>) => frames.map(({ frame }) => frame)
const typesIn = (frames: ReadonlyArray<Frame>) => framesOf(frames).map(({ type }) => type)

describe.each([
  {
    guide: speech,
    decodeClient: Schema.decodeUnknownSync(Speech.ClientMessage),
    decodeServer: Schema.decodeUnknownSync(Speech.ServerEvent),
    clients: Speech.ClientMessage.members.map(({ fields }) => fields.type.literals[0]),
    servers: Speech.ServerEvent.members.map(({ fields }) => fields.type.literals[0])
  },
  {
    guide: transcription,
    decodeClient: Schema.decodeUnknownSync(Scribe.ClientMessage),
    decodeServer: Schema.decodeUnknownSync(Scribe.ServerEvent),
    clients: Scribe.ClientMessage.members.map(({ fields }) => fields.type.literals[0]),
    servers: Scribe.ServerEvent.members.map(({ fields }) => fields.type.literals[0])
  }
])("$guide.path", ({ clients, decodeClient, decodeServer, guide, servers }) => {
  test("a socket's guide has every message of either side once, as its schema has it", () => {
    for (const frame of framesOf(guide.client)) decodeClient(frame, strict)
    for (const frame of framesOf(guide.server)) decodeServer(frame, strict)
    expect(typesIn(guide.client)).toEqual([...clients])
    expect(typesIn(guide.server)).toEqual([...servers])
  })
})

test("the guide's client messages of conversations are valid", () => {
  for (const frame of framesOf(conversation.client)) expect(readMessage(JSON.stringify(frame))._tag).not.toBe("Bad")
  for (const frame of framesOf(realtime.client)) expect(Either.isRight(readEvent(JSON.stringify(frame)))).toBe(true)
})

test("the guides to sockets say the times of their constants where they name one in words", () => {
  const ticket = AUTHENTICATE.meaning
  expect(ticket).toContain(`within ${AUTHENTICATION_TIMEOUT_SECONDS} seconds`)
  expect(ticket).toContain(`${Duration.toSeconds(TTL)} seconds.`)
  expect(transcription.description).toEndWith(`the transcript for ${KEPT_IN_WORDS}.`)
  for (const idle of [Speech.IDLE_TIMEOUT_SECONDS, IDLE_TIMEOUT / 1_000]) {
    expect(CLOSES["1001"]).toContain(`${idle} seconds`)
  }
})
