/** What is kept for clients, as the dashboard lists, opens and deletes it. */
import { describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathOf } from "../../src/storage/BlobFolder.ts"
import { longTest } from "../support/Long.ts"
import { withDatabase } from "../support/Rows.ts"
import { call } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"
import { lentSignedInForFile } from "./Session.ts"

const { admin, server } = lentSignedInForFile()

const rows = <Row>(sql: string): ReadonlyArray<Row> =>
  withDatabase(server, (database) => database.query<Row, []>(sql).all())
const hasFile = (blob: string): boolean => existsSync(pathOf(join(server.folder, "data", "blobs"), blob))

/** What the lists show of an entry. */
interface Kept {
  readonly id: string
  readonly text: string | null
  readonly wallet_id: string
  readonly wallet_name: string
}

const listed = async (path: string) => {
  const { body, status } = await admin.ask("GET", path)
  expect([status, body.error]).toEqual([200, undefined])
  const data: ReadonlyArray<Kept & Readonly<Record<string, unknown>>> = body.data
  const next: string | null = body.meta.next_cursor
  return { data, next }
}
const search = async (kind: string, words: string) =>
  (await listed(`/${kind}?search=${encodeURIComponent(words)}`)).data.map(({ text }) => text)

const audited = async (action: string, target: string): Promise<number> =>
  (await admin.ask("GET", `/audit?action=${action}`)).body.data.filter(
    (entry: { readonly target: string; readonly session_id: string }) =>
      entry.target === target && entry.session_id === admin.sessionId
  ).length

/** Deletes it, and again; whatever the outcome it is in the audit log once. */
const removed = async (kind: string, id: string, action: string) => {
  const path = `/${kind}/${id}`
  // Both at once, one of which finds nothing.
  const answers = await Promise.all([admin.ask("DELETE", path), admin.ask("DELETE", path)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
  expect(await audited(action, id)).toBe(1)
  expect((await listed(`/${kind}`)).data.map((kept) => kept.id)).not.toContain(id)
  expect((await listed(`/${kind}?search=${id}`)).data).toEqual([])
}

const generate = (text: string, more: Readonly<Record<string, string>> = {}) =>
  call(server, "POST", "/api/v1/voice/generations", { text, voice_id: "am-hamen", language: "am", ...more })

describe("a clip", () => {
  test("a clip is listed with its wallet and its audio, and deleted with its file and its request's id", async () => {
    const request = { client_request_id: "clip-1", output_format: "wav_44100" }
    const { data: clip } = await (await generate("ሰላም ነው።", request)).json()
    const { data } = await listed("/clips")
    expect(data[0]).toMatchObject({ id: clip.id, text: "ሰላም ነው።", wallet_name: "wallet 0", audio: null })
    expect(data[0]).toMatchObject({ usage: { ...clip.usage, credits_remaining: expect.any(Number) } })
    const heard = await fetch(String(data[0]?.audio_url))
    expect([heard.status, heard.headers.get("content-type")]).toEqual([200, "audio/wav"])
    for (const id of [clip.id, "clip-1"]) {
      expect((await listed(`/clips?search=${id}`)).data.map((kept) => kept.id)).toEqual([clip.id])
    }
    const [file] = rows<{ readonly blob_id: string }>(`SELECT blob_id FROM clips WHERE id = '${clip.id}'`)
    expect(hasFile(file?.blob_id ?? "")).toBe(true)
    const ledger = rows("SELECT id, amount FROM ledger")

    await removed("clips", clip.id, "clip.delete")
    for (const path of [`clips/${clip.id}`, `clips/${clip.id}/file`]) {
      expect((await call(server, "GET", `/api/v1/voice/${path}`)).status).toBe(404)
    }
    expect((await fetch(String(data[0]?.audio_url))).status).toBe(404)
    expect(hasFile(file?.blob_id ?? "")).toBe(false)
    expect(rows("SELECT id, amount FROM ledger")).toEqual(ledger)
    // The id stands for nothing any more.
    const again = await generate("ደህና ነኝ።", request)
    expect(again.status).toBe(201)
  })
})

describe("a transcription", () => {
  const speech = async () =>
    new Blob([await (await call(server, "GET", `/api/v1/voice/clips/${await clipId()}/file`)).arrayBuffer()])
  const clipId = async (): Promise<string> =>
    (await (await generate("ሰላም፣ እንኳን ደህና መጡ።", { client_request_id: "to-be-heard" })).json()).data.id
  const hear = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const form = new FormData()
    form.append("audio", await speech(), "speech.mp3")
    return fetch(server.url + path, { method: "POST", body: form, headers: { "x-api-key": server.key, ...headers } })
  }

  longTest(
    "a transcription is listed, and deleted with its text and request id, also where an earlier try had failed",
    async () => {
      // As the deadline of a shutdown leaves it.
      withDatabase(server, (database) =>
        database.run(
          `INSERT INTO jobs (id, wallet_id, operation, request_id, fingerprint, state, hold, failure, created_at, ended_at, expires_at)
         SELECT 'job_failed', id, 'transcription', 'heard-1', 'f', 'failed', 0, 'INTERRUPTED', 1, 1, ? FROM wallets WHERE id = ?`,
          [Date.now() + 3_600_000, server.walletId]
        )
      )
      const path = "/api/v1/scribe/transcribe?request_id=heard-1&timestamps=word"
      const { data: heard } = await (await hear(path)).json()
      const [kept] = (await listed("/transcriptions")).data
      expect(kept).toMatchObject({
        wallet_name: "wallet 0",
        operation: "transcription",
        request_id: "heard-1",
        language: "am",
        text: heard.text,
        seconds: heard.seconds,
        charge: heard.usage.credits_used
      })
      expect(String(kept?.created_at) < String(kept?.expires_at)).toBe(true)
      expect(await search("transcriptions", "heard-1")).toEqual([heard.text])
      expect(await search("transcriptions", heard.text.slice(1, 6))).toContain(heard.text)

      await removed("transcriptions", kept?.id ?? "", "transcription.delete")
      const gone = await call(server, "GET", "/api/v1/scribe/requests/heard-1")
      expect([gone.status, (await gone.json()).error.code]).toEqual([404, "NOT_FOUND"])
      expect(rows(`SELECT result FROM jobs WHERE id = '${kept?.id}'`)).toEqual([{ result: null }])
      const charged = rows(`SELECT amount FROM ledger WHERE job_id = '${kept?.id}'`)
      expect(charged).toHaveLength(1)
      const again = await (await hear(path)).json()
      expect(again.data.idempotent_replay).toBeUndefined()
    }
  )

  longTest("a transcription of version 2 is listed, and deleted with its text and request id", async () => {
    const key = { "idempotency-key": "heard-2" }
    const { data: first } = await (await hear("/api/v2/stt?", key)).json().catch(() => ({ data: undefined }))
    expect(first).toBeUndefined()
    const form = async () => {
      const sent = new FormData()
      sent.append("audio", await speech(), "speech.mp3")
      sent.append("language_code", "am")
      const headers = { "x-api-key": server.key, ...key }
      return (await fetch(`${server.url}/api/v2/stt`, { method: "POST", body: sent, headers })).json()
    }
    const heard = await form()
    expect((await form()).data.idempotent_replay).toBe(true)
    const [kept] = (await listed("/transcriptions")).data
    expect(kept).toMatchObject({
      operation: "speech_to_text",
      request_id: "heard-2",
      language: "am",
      text: heard.data.transcription
    })
    await removed("transcriptions", kept?.id ?? "", "transcription.delete")
    expect((await form()).data.idempotent_replay).toBeUndefined()
  })

  test("a transcription with an older result, or none, is shown as far as it is known and can be deleted", async () => {
    const results = {
      job_old1: { text: "older words", confidence: 1, seconds: 2, record: "r" },
      job_old2: { words: "none" },
      job_old3: { text: 7 }
    }
    withDatabase(server, (database) => {
      for (const [id, result] of Object.entries({ ...results, job_old4: undefined })) {
        database.run(
          `INSERT INTO jobs (id, wallet_id, operation, request_id, fingerprint, state, hold, result, created_at, ended_at, expires_at)
           SELECT ?, id, 'speech_to_text', ?, 'f', 'settled', 0, ?, ?, 1, NULL FROM wallets WHERE id = ?`,
          [id, id, result === undefined ? "{ no json" : JSON.stringify(result), Date.now() + 60_000, server.walletId]
        )
      }
    })
    const { data } = await listed("/transcriptions")
    const shown = data.filter(({ id }) => id.startsWith("job_old")).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(shown.map(({ language, seconds, text }) => [text, seconds, language])).toEqual([
      ["older words", 2, null],
      ["", null, null],
      ["", null, null],
      ["", null, null]
    ])
    expect(await search("transcriptions", "OLDER")).toEqual(["older words"])
    for (const { id } of shown) expect((await admin.ask("DELETE", `/transcriptions/${id}`)).status).toBe(204)
  })

  test("a job of another kind, or one that runs, is not listed as a transcription", async () => {
    const [voice] = rows<{ readonly id: string }>("SELECT id FROM jobs WHERE operation = 'voice.generation' LIMIT 1")
    withDatabase(server, (database) =>
      database.run(
        `INSERT INTO jobs (id, wallet_id, operation, request_id, fingerprint, state, hold, created_at)
         SELECT 'job_runs', id, 'transcription', 'runs', 'f', 'running', 0, 1 FROM wallets WHERE id = '${server.walletId}'`
      )
    )
    for (const id of [voice?.id, "job_runs", "job_nobody", "__proto__", "%00", "a".repeat(3_000)]) {
      expect((await admin.ask("DELETE", `/transcriptions/${id}`)).status).toBe(404)
      expect(await audited("transcription.delete", String(id))).toBe(0)
    }
    withDatabase(server, (database) => database.run("DELETE FROM jobs WHERE id = 'job_runs'"))
  })
})

describe("an upload", () => {
  const PAGE = "<!doctype html><html><body>Gaa'ee<script>parent.document.title = 'mine'</script></body></html>"
  const chat = (request: object, file?: Blob) => {
    const form = new FormData()
    const named = file === undefined ? {} : { attachment_field_names: ["file"] }
    form.append("request_data", JSON.stringify({ prompt: "ሰላም", target_language: "am", ...named, ...request }))
    if (file !== undefined) form.append("file", file, "page.html")
    const init = { method: "POST", body: form, headers: { "x-api-key": server.key } }
    return fetch(`${server.url}/api/v1/chat_generate`, init)
  }
  const upload = async (file: Blob): Promise<string> => {
    const response = await chat({}, file)
    expect(response.status).toBe(200)
    return (await response.json()).uploaded_attachments[0].fileUri
  }
  /** A picture that a model is shown in another form: its rendition is a file of its own. */
  const bitmap = () => {
    const bytes = Buffer.alloc(54 + 12)
    bytes.write("BM", 0, "latin1")
    bytes.writeUInt32LE(66, 2)
    bytes.writeUInt32LE(54, 10)
    bytes.writeUInt32LE(40, 14)
    bytes.writeInt32LE(2, 18)
    bytes.writeInt32LE(1, 22)
    bytes.writeUInt16LE(1, 26)
    bytes.writeUInt16LE(24, 28)
    return new Blob([bytes], { type: "image/bmp" })
  }

  longTest("an upload that is an HTML page is text, is saved and not shown, and can run nothing", async () => {
    const uri = await upload(new Blob([PAGE], { type: "text/html" }))
    const id = uri.replace("qal://files/", "")
    const [kept] = (await listed("/uploads")).data
    expect(kept).toMatchObject({ id, kind: "Document", mime_type: "text/plain", size: PAGE.length, text: PAGE })
    expect(kept?.wallet_name).toBe("wallet 0")
    const file = await admin.fetch("GET", `/uploads/${id}/file`)
    expect(await file.text()).toBe(PAGE)
    expect(file.headers.get("content-type")).toStartWith("text/plain")
    expect(file.headers.get("content-disposition")).toStartWith("attachment;")
    expect(file.headers.get("x-content-type-options")).toBe("nosniff")
    expect(file.headers.get("content-security-policy")).toContain("sandbox;")
    expect(file.headers.get("content-security-policy")).not.toContain("allow-")
    expect(file.headers.get("access-control-allow-origin")).toBeNull()
    const part = await admin.fetch("GET", `/uploads/${id}/file`, undefined, { range: "bytes=2-8" })
    expect([part.status, await part.text()]).toEqual([206, PAGE.slice(2, 9)])
    expect((await fetch(`${server.url}/api/v1/admin/uploads/${id}/file`)).status).toBe(401)

    expect(await search("uploads", "GAAʼEE")).toEqual([PAGE])
    for (const words of [id, uri]) expect(await search("uploads", words)).toEqual([PAGE])
    await removed("uploads", id, "upload.delete")
    expect((await admin.fetch("GET", `/uploads/${id}/file`)).status).toBe(404)
    const history = [{ role: "user", parts: [{ text: "ሰላም" }, { fileData: { fileUri: uri, mimeType: "text/plain" } }] }]
    const refused = await chat({ conversation_history: history })
    expect([refused.status, (await refused.json()).error.code]).toEqual([422, "VALIDATION_ERROR"])
  })

  test("an upload that is a picture is shown where it is asked for, and deleted with what a model was shown", async () => {
    const id = (await upload(bitmap())).replace("qal://files/", "")
    const file = await admin.fetch("GET", `/uploads/${id}/file`)
    expect(file.headers.get("content-type")).toBe("image/bmp")
    expect(file.headers.get("content-disposition")).toStartWith("inline;")
    expect(file.headers.get("content-security-policy")).toContain("sandbox;")
    const files = rows<{ readonly blob_id: string }>(
      `SELECT blob_id FROM uploads WHERE id = '${id}' UNION ALL SELECT blob_id FROM upload_renditions WHERE upload_id = '${id}'`
    ).map(({ blob_id }) => blob_id)
    expect(files).toHaveLength(2)
    expect(files.map(hasFile)).toEqual([true, true])
    await removed("uploads", id, "upload.delete")
    expect(files.map(hasFile)).toEqual([false, false])
    expect(rows(`SELECT 1 FROM upload_renditions WHERE upload_id = '${id}'`)).toEqual([])
  })

  test("an upload that has expired is neither listed, found nor opened", async () => {
    const id = (await upload(new Blob(["expired words"]))).replace("qal://files/", "")
    withDatabase(server, (database) => database.run("UPDATE uploads SET expires_at = 1 WHERE id = ?", [id]))
    expect((await listed("/uploads")).data.map((kept) => kept.id)).not.toContain(id)
    for (const words of [id, "expired words"]) expect(await search("uploads", words)).toEqual([])
    expect((await admin.fetch("GET", `/uploads/${id}/file`)).status).toBe(404)
  })
})

/** Clips whose sound nobody asks for. */
const seed = (wallet: string, texts: Iterable<string>) =>
  withDatabase(server, (database) => {
    const insert = database.query(
      `INSERT INTO clips (id, wallet_id, job_id, text, voice_id, voice_name, voice_descriptor, language, output_format,
         blob_id, size, duration_millis, ignored_voice_settings, finish_reason, price_per_minute, charge, balance_after, created_at)
       VALUES (?1, ?2, ?1, ?3, 'om-bikila', 'v', 'd', 'om', 'mp3_44100', ?1, 1, 1000, '[]', 'stop', 0, 0, 0, ?4)`
    )
    database.transaction(() => {
      for (const text of texts) insert.run(`seed_${crypto.randomUUID().replaceAll("-", "")}`, wallet, text, Date.now())
    })()
  })

describe("lists", () => {
  test("a search of lists ignores case, the form of Qubee's apostrophe, and letters of fidel that sound alike", async () => {
    const [wallet] = await makeWallets(server, 1, 0)
    const id = wallet?.walletId ?? ""
    const texts = ["Baga Nagaan Dhufte. Har’a", "ዓለም ሠላም ነው", "100% (a+b)* [x]\nÉté", "ħ"]
    seed(id, texts)
    for (const [words, text] of [
      ["baga  nagaan", texts[0]],
      ["HAR'A", texts[0]],
      ["harʼa", texts[0]],
      ["አለም ሰላም", texts[1]],
      ["100% (A+B)* [X]", texts[2]],
      ["[x] ÉTÉ", texts[2]]
    ] as const) {
      const found = await listed(`/clips?wallet_id=${id}&search=${encodeURIComponent(words)}`)
      expect(found.data.map((clip) => clip.text)).toEqual([text ?? ""])
      expect(found.data[0]?.wallet_name).toBe("wallet 0")
    }
    for (const words of ["har", "%", "_", ".*", "\\", "'; DROP TABLE clips --"]) {
      const all = (await listed(`/clips?wallet_id=${id}&search=${encodeURIComponent(words)}`)).data
      expect(all.map(({ text }) => text)).toEqual(
        words === "har" ? [texts[0] ?? ""] : words === "%" ? [texts[2] ?? ""] : []
      )
    }
  })

  test("lists go on where they stopped while rows come and go, and end", async () => {
    const [wallet] = await makeWallets(server, 1, 0)
    const id = wallet?.walletId ?? ""
    const texts = Array.from({ length: 25 }, (_, at) => `akkam ${at}`)
    seed(id, texts)
    const seen: Array<string | null> = []
    let next: string | null = ""
    while (next !== null) {
      const page = await listed(`/clips?wallet_id=${id}&limit=10&search=akkam${next === "" ? "" : `&cursor=${next}`}`)
      seen.push(...page.data.map(({ text }) => text))
      // The last of the page goes, and new ones come.
      await admin.ask("DELETE", `/clips/${page.data.at(-1)?.id}`)
      seed(id, ["akkam new"])
      next = page.next
    }
    expect(seen).toEqual(texts.toReversed())
    const whole = await listed(`/clips?wallet_id=${id}&limit=25`)
    expect([whole.data.length, whole.next]).toEqual([25, null])
  })

  longTest("a list's page reads a bounded number of rows, and other requests have their turns", async () => {
    const [wallet] = await makeWallets(server, 1, 0)
    const id = wallet?.walletId ?? ""
    seed(id, ["needle"])
    seed(
      id,
      Array.from({ length: 30_000 }, (_, at) => `${at} ${"dubbii dheeraa ".repeat(20)}`)
    )
    const search = listed("/clips?search=NEEDLE")
    let others = 0
    let isOver = false
    search.finally(() => {
      isOver = true
    })
    while (!isOver) {
      await fetch(`${server.url}/healthz`)
      others++
    }
    // It is read in 40 pieces.
    expect(others).toBeGreaterThan(5)
    const { data, next } = await search
    expect([data, typeof next]).toEqual([[], "string"])
    const more = await listed(`/clips?search=NEEDLE&cursor=${next}`)
    expect([more.data.map(({ text }) => text), more.next]).toEqual([["needle"], null])
    // A filter that few pass is bounded alike.
    const few = await listed("/clips?language=am&voice_id=am-hamen")
    expect([few.data, typeof few.next]).toEqual([[], "string"])
  })

  test("a list refuses a cursor that is not its own", async () => {
    const { next } = await listed("/clips?limit=1")
    const cursors = ["", "x", "AAAA", btoa("kept-clips:NaN"), btoa("kept-clips:-1"), btoa("clips:1"), "%ff"]
    for (const kind of ["clips", "transcriptions", "uploads"]) {
      for (const cursor of kind === "clips" ? cursors : [...cursors, next]) {
        const { body, status } = await admin.ask("GET", `/${kind}?cursor=${cursor}`)
        expect([kind, cursor, status, body.error?.param]).toEqual([kind, cursor, 422, "cursor"])
      }
      for (const query of ["limit=0", "limit=101", "limit=NaN", "limit=1e309", `search=${"a".repeat(201)}`]) {
        expect((await admin.ask("GET", `/${kind}?${query}`)).status).toBe(422)
      }
      for (const query of ["search=%ed%a0%80", "search=%00", `search=${"%5B(".repeat(60)}`, "wallet_id=nobody"]) {
        expect((await admin.ask("GET", `/${kind}?${query}`)).status).toBe(200)
      }
      for (const id of ["nobody", "__proto__", "..%2f..", "%00"]) {
        expect((await admin.ask("DELETE", `/${kind}/${id}`)).status).toBe(404)
      }
      expect((await call(server, "GET", `/api/v1/admin/${kind}`)).status).toBe(401)
    }
  })
})
