/** The names of every field on the wire, by the table beside this file, which was made from the contract and is held against it by hand. */
import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { OpenApi } from "@effect/platform"
import { JSONSchema, Schema } from "effect"
import { Api } from "../../src/Api.ts"
import { documented } from "../../src/server/ApiDocument.ts"
import { nameOf } from "../../src/server/document/JsonNodes.ts"
import * as Scribe from "../../src/transcription/LiveApi.ts"
import * as Speech from "../../src/voice/RealtimeApi.ts"
import { type Json, listOf, operationsOf, record, schemasOf } from "../support/Document.ts"

/** Whose fields, and their names in the order of the alphabet; of an object within another, its own behind a dot. */
type Names = ReadonlyMap<string, ReadonlyArray<string>>

/** The names in a schema, down to schemas that have a name of their own. */
const namesIn = (schema: unknown, at = ""): ReadonlyArray<string> => {
  const self = record(schema)
  if (nameOf(self) !== undefined) return []
  const own = Object.entries(record(self.properties)).flatMap(([key, property]) => [
    `${at}${key}`,
    ...namesIn(property, `${at}${key}.`)
  ])
  const parts = ["items", "additionalProperties", "anyOf", "allOf", "oneOf", "prefixItems"].flatMap((key) =>
    Array.isArray(self[key]) ? listOf(self[key]) : key in self ? [self[key]] : []
  )
  return [...new Set([...own, ...parts.flatMap((part) => namesIn(part, at))])].sort()
}

const document: Json = { ...OpenApi.fromApi(documented(Api, "https://qal.example")) }

/** The schemas of a body or an answer by media type, and those of its events where it comes in several. */
const mediaIn = (content: unknown) =>
  Object.entries(record(content)).flatMap(([type, each]) => {
    const { schema, "x-item-schema": event } = record(each)
    return [[type, schema] as const, ...(event === undefined ? [] : [[`${type} events`, event] as const])]
  })

const ofDocument = (): Names => {
  const names = new Map<string, ReadonlyArray<string>>()
  const add = (whose: string, found: ReadonlyArray<string>) => found.length > 0 && names.set(whose, found)
  for (const [name, schema] of Object.entries(schemasOf(document))) add(name, namesIn(schema))
  for (const { answers, bodies, name, parameters } of operationsOf(document)) {
    add(`${name} parameters`, parameters.map((each) => `${each.in}:${each.name}`).sort())
    for (const [type, schema] of mediaIn(bodies)) add(`${name} ${type}`, namesIn(schema))
    for (const [status, answer] of Object.entries(answers)) {
      if (status >= "300") continue
      add(`${name} ${status} headers`, Object.keys(record(record(answer).headers)).sort())
      for (const [type, schema] of mediaIn(record(answer).content)) add(`${name} ${status} ${type}`, namesIn(schema))
    }
  }
  return names
}

const SOCKETS = {
  "WS /api/v1/realtime/voice client": Speech.ClientMessage,
  "WS /api/v1/realtime/voice server": Speech.ServerEvent,
  "WS /api/v1/scribe/stream client": Scribe.ClientMessage,
  "WS /api/v1/scribe/stream server": Scribe.ServerEvent
}

const ofSockets = (): Names =>
  new Map(
    Object.entries(SOCKETS).flatMap(([whose, { members }]) =>
      members.map(
        (member) =>
          [`${whose} ${member.fields.type.literals[0]}`, namesIn(JSONSchema.make(Schema.make(member.ast)))] as const
      )
    )
  )

const table: Names = new Map(
  readFileSync(join(import.meta.dir, "wire-names.tsv"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [whose = "", names = ""] = line.split("\t")
      return [whose, names.split(" ")]
    })
)

test("every field, parameter and header of the API and of the speech sockets has the name that the table gives it", () => {
  const found = new Map([...ofDocument(), ...ofSockets()])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(table))
})
