/** A clip that is deleted in the middle of its own request, between the answer's being known and its being told. */
import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { join } from "node:path"
import { lentServerForFile } from "../support/ForFile.ts"
import { call, logLines } from "../support/Server.ts"

const server = lentServerForFile()

test("a deleted clip's request id is NOT_FOUND in every form of the answer, and no fault is logged", async () => {
  const request = { text: "ሰላም ነው።", voice_id: "am-hamen", language: "am", client_request_id: "gone" }
  const path = "/api/v1/voice/generations"
  const made = await call(server, "POST", path, request)
  expect(made.status).toBe(201)
  const { id } = (await made.json()).data
  // As the deletion leaves it to a request that has found its id settled before.
  const database = new Database(join(server.folder, "data", "qal.sqlite"))
  expect(database.run("DELETE FROM clips WHERE id = ?", [id]).changes).toBe(1)
  database.close()
  for (const form of [path, `${path}/stream`]) {
    const response = await call(server, "POST", form, request)
    expect(response.status).toBe(404)
    expect((await response.json()).error).toMatchObject({ code: "NOT_FOUND" })
  }
  expect(logLines(server.output()).filter(({ level }) => level === "ERROR")).toEqual([])
})
