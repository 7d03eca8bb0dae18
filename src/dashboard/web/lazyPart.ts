/** Parts of the page that are loaded when they are first shown. */
import { type ComponentType, lazy } from "react"
import { Failure } from "./playground/publicApi.ts"

/** Which build was left for a newer one, so that it is left once. */
const LEFT = "qal.left"

/** The page's script has another name in each build. */
const build = (): string => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? ""

const isServed = (): Promise<boolean> =>
  fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false
  )

/**
 * What `load` imports. Where the part is gone, as after an upgrade of the server, the
 * whole page is loaded anew; not where that did not help, or the server is away.
 */
export const lazyPart = (load: () => Promise<{ readonly default: ComponentType }>) =>
  lazy(async () => {
    try {
      return await load()
    } catch {
      if (!(await isServed())) throw new Failure("UNREACHABLE", "", null)
      if (sessionStorage.getItem(LEFT) === build()) throw new Failure("UNEXPECTED_ANSWER", "", null)
      sessionStorage.setItem(LEFT, build())
      location.reload()
      // Nothing is shown until then.
      return new Promise<never>(() => {})
    }
  })
