/** The playground's tabs of sound in Chromium: their controls, and a key of a test's own that pays. */
import type { Page } from "playwright-core"
import type { Opened } from "./Chromium.ts"

export interface PaidTab extends Opened {
  readonly walletId: string
  /** What was charged to the wallet, the newest first. ETB. */
  readonly charges: () => Promise<ReadonlyArray<number>>
}

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

/** Acts by the key of this name. */
export const choose = async (page: Page, name: string): Promise<void> => {
  const label = await page.locator("option", { hasText: `${name} (` }).textContent()
  await page.getByLabel("Key", { exact: true }).selectOption({ label: label ?? "" })
}

/** Shows a tab that pays by a key of its own, from this wallet or from one of its own that holds `credit` ETB. */
export const showPaid = async (
  one: Opened,
  path: string,
  { credit = 100, wallet }: { readonly credit?: number; readonly wallet?: string } = {}
): Promise<PaidTab> => {
  const { admin, page, show } = one
  const name = crypto.randomUUID().slice(0, 8)
  const walletId: string =
    wallet ?? (await admin.ask("POST", "/wallets", { name, opening_credit: credit })).body.data.id
  await admin.ask("POST", "/keys", { name, wallet_id: walletId, rate_limit_per_minute: null })
  await show(path)
  await choose(page, name)
  const charges = async () => {
    const { body } = await admin.ask("GET", `/wallets/${walletId}/ledger?kind=charge`)
    return body.data.map(({ amount }: { readonly amount: number }) => -amount)
  }
  return { ...one, walletId, charges }
}

/** Waits until all is there, and gives what was charged, as the page tells it. ETB. */
export const untilDone = async (page: Page): Promise<number> => {
  const done = page.getByRole("status").filter({ hasText: "Done" })
  await done.waitFor()
  return Number(/Br\s([\d.]+)/.exec((await done.textContent()) ?? "")?.[1])
}
