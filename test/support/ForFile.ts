/** What all tests of a file use: made before the first of them, and thrown away behind the last. */
import { afterAll, beforeAll } from "bun:test"
import { type LentServer, lendServer } from "./Lent.ts"
import { startServer, type TestServer } from "./Server.ts"

/** What `make` makes; it can be looked into from the first test on, and not while the file is read. */
export const madeForFile = <A extends object>(
  make: () => Promise<A>,
  end: (made: A) => unknown,
  isNeeded = true
): A => {
  let made: A | undefined
  beforeAll(async () => {
    if (isNeeded) made = await make()
  })
  afterAll(async () => {
    if (made !== undefined) await end(made)
  })
  const whole = (): A => {
    if (made === undefined) throw new Error("what the file's tests use is made before the first of them, not earlier")
    return made
  }
  return new Proxy(Object.create(null), {
    get: (_, name) => Reflect.get(whole(), name),
    ownKeys: () => Reflect.ownKeys(whole()),
    getOwnPropertyDescriptor: (_, name) => ({ ...Reflect.getOwnPropertyDescriptor(whole(), name), configurable: true })
  })
}

/** A server of the file's own, with these settings. */
export const serverForFile = (
  settings: () => Readonly<Record<string, string>> = () => ({}),
  isNeeded = true
): TestServer =>
  madeForFile(
    () => startServer(settings()),
    (server) => server.dispose(),
    isNeeded
  )

/** The server that files share, with a wallet of the file's own. */
export const lentServerForFile = (): LentServer => madeForFile(lendServer, (server) => server.giveBack())
