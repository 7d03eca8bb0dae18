/** The playground's conversation in Chromium, where it is stopped: the microphone is closed at once. */
import { describe, expect, test } from "bun:test"
import { executable } from "../conversation/Browser.ts"
import { dashboardForFile } from "./Chromium.ts"

const { browser, server } = dashboardForFile("the conversation's end")

/** The tab, in a browser whose microphone hums, and that counts the tracks that are open. */
const opened = async () => {
  const one = await browser.open(server)
  await one.page.addInitScript(() => {
    const context = new AudioContext()
    const tracks: Array<MediaStreamTrack> = []
    Object.assign(window, { openTracks: () => tracks.filter(({ readyState }) => readyState === "live").length })
    navigator.mediaDevices.getUserMedia = async () => {
      const { stream } = context.createMediaStreamDestination()
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  await one.show("/playground/conversation")
  const openTracks = () => one.page.evaluate(() => Reflect.get(window, "openTracks")())
  return { ...one, openTracks }
}

describe.skipIf(executable === null)("a conversation that is stopped", () => {
  test("a conversation that is stopped releases the microphone at once, also where the connection does not close", async () => {
    const { openTracks, page, troubles } = await opened()
    // The other end never answers the close.
    await page.routeWebSocket(/\/ws/, (socket) => {
      const real = socket.connectToServer()
      socket.onClose(() => {})
      real.onMessage((message) => socket.send(message))
    })
    await page.getByRole("button", { name: "Start" }).click()
    await page.getByRole("progressbar").waitFor({ state: "attached" })
    expect(await openTracks()).toBe(1)
    await page.getByRole("button", { name: "End", exact: true }).click()
    expect(await openTracks()).toBe(0)
    await page.getByRole("button", { name: "Start" }).waitFor()
    expect(troubles).toEqual([])
  }, 60_000)

  test("a conversation that is stopped while it is being opened does not begin", async () => {
    const { openTracks, page } = await opened()
    const sockets: Array<string> = []
    page.on("websocket", (socket) => sockets.push(socket.url()))
    await page.route("**/api/v1/conversation/sessions", async (route) => {
      await Bun.sleep(1_000)
      await route.continue().catch(() => {})
    })
    await page.getByRole("button", { name: "Start" }).click()
    await page.getByRole("button", { name: "End", exact: true }).click()
    await page.getByRole("button", { name: "Start" }).waitFor()
    await Bun.sleep(2_000)
    expect([sockets, await openTracks()]).toEqual([[], 0])
  }, 60_000)
})
