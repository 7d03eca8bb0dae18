/**
 * Calls that a model asks for, put together from what a server sends of them: a
 * call at once, or its arguments in fragments. Servers number the calls, or number
 * all of them 0, or number none; they name a call once, or with every fragment; they
 * give it an id, a new one with each fragment, or none. What counts is therefore
 * also whether the arguments so far are a whole JSON object: nothing can follow that.
 */
import { Option } from "effect"
import { isKeepable } from "../../text/Speakable.ts"
import type { CallExtra } from "../CallExtra.ts"

/** A call as it arrives, perhaps in fragments. */
export interface CallFragment {
  /** Where it stands among the calls, as far as the server says. */
  readonly index: Option.Option<number>
  readonly id: string
  readonly name: string
  /** A piece of JSON text. */
  readonly arguments: string
  /** Whether it is a call of its own, as in an answer that is not streamed. */
  readonly alone: boolean
  /** Fields that are the engine's own. */
  readonly extra?: CallExtra
}

/** A call as far as it has come. */
export interface AssembledCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
  /** Whether its arguments have begun and are not at their end. */
  readonly isOpen: boolean
  readonly extra?: CallExtra | undefined
}

/** As many as a request may offer tools. */
export const MOST_CALLS = 128
/** UTF-16 code units: gateways write what the model is to be sent again into ids, some KB of it. */
const LONGEST_ID = 16_384

/** How far a JSON object or list has come: nothing but white space, a part, or all of it. */
type Extent = "blank" | "open" | "whole"

/** Follows JSON text to the end of its object, each character once. */
const makeExtent = () => {
  let extent: Extent = "blank"
  let depth = 0
  let inString = false
  let escaped = false
  const inside = (character: string) => {
    if (escaped) escaped = false
    else if (character === "\\") escaped = true
    else if (character === '"') inString = false
  }
  const outside = (character: string) => {
    if (character === '"') inString = true
    else if (character === "{" || character === "[") depth++
    else if ((character === "}" || character === "]") && --depth <= 0) extent = "whole"
  }
  return {
    is: (): Extent => extent,
    take: (text: string) => {
      if (extent === "blank" && text.trim() !== "") extent = "open"
      for (let at = 0; at < text.length && extent === "open"; at++) {
        if (inString) inside(text.charAt(at))
        else outside(text.charAt(at))
      }
    }
  }
}

/** One call that grows. */
class Growing {
  id = ""
  name = ""
  arguments = ""
  extra: CallExtra | undefined
  private readonly extent = makeExtent()

  /** Whether the fragment says that it is of another call. */
  private differs({ id, name }: CallFragment): boolean {
    return (id !== "" && this.id !== "" && id !== this.id) || (name !== "" && this.name !== "" && name !== this.name)
  }

  /** Whether the fragment, which has this one's place, begins another call there. */
  isFollowedBy(fragment: CallFragment): boolean {
    if (this.isOpen) return fragment.name !== "" && this.name !== "" && fragment.name !== this.name
    if (fragment.name === "") return this.isBehind(fragment) && fragment.id !== "" && this.differs(fragment)
    if (this.differs(fragment)) return true
    // All that came is sent again at the end, or there is a second call of the same tool.
    return this.isBehind(fragment)
  }

  /** Whether the fragment has arguments that can be none of this call, whose own are whole. */
  isBehind({ arguments: given }: CallFragment): boolean {
    return this.extent.is() === "whole" && given.trim() !== "" && given !== this.arguments
  }

  /** Whether nothing of its arguments has come. */
  get isBlank(): boolean {
    return this.extent.is() === "blank"
  }

  /** Adds the fragment; the text of it that is new. */
  add(fragment: CallFragment): string {
    const isRepeated = this.extent.is() === "whole" && fragment.arguments === this.arguments
    const name = this.name === "" ? fragment.name : ""
    const given = isRepeated ? "" : fragment.arguments
    if (this.id === "" && fragment.id.length <= LONGEST_ID && isKeepable(fragment.id)) this.id = fragment.id
    this.name += name
    this.arguments += given
    this.extent.take(given)
    // What comes first is kept: a signature is sent once, whole.
    if (fragment.extra !== undefined) this.extra = { ...fragment.extra, ...this.extra }
    return name + given
  }

  get isOpen(): boolean {
    return this.extent.is() === "open"
  }
}

/** What is being put together. */
export interface CallAssembly {
  /** Adds a fragment; the text of it that is new, for whoever counts. */
  readonly add: (fragment: CallFragment) => string
  readonly calls: () => ReadonlyArray<AssembledCall>
  /** Whether there were more calls than anybody asks for: those above are not kept. */
  readonly isFull: () => boolean
}

export const make = (): CallAssembly => {
  const calls: Array<Growing> = []
  const places = new Map<number, Growing>()
  let isFull = false

  /** The call that is meant where another has the fragment's number: that of its id, or one that waits for arguments. */
  const meantInsteadOf = (there: Growing, fragment: CallFragment): Growing | undefined => {
    const { id, name } = fragment
    if (id !== "" && id !== there.id) return calls.find((call) => call.id === id)
    if (id !== "" || name !== "" || !there.isBehind(fragment)) return undefined
    return calls.find((call) => call.isOpen) ?? calls.find((call) => call.isBlank && call.name !== "")
  }

  /** The call that has the fragment's place. What has no name of its own goes on with the call before. */
  const placeOf = (fragment: CallFragment): Growing | undefined => {
    const { id, index, name } = fragment
    const last = calls.at(-1)
    if (Option.isSome(index)) {
      const there = places.get(index.value) ?? (name === "" ? last : undefined)
      const meant = there === undefined ? undefined : meantInsteadOf(there, fragment)
      // What follows has the same number.
      if (meant !== undefined) places.set(index.value, meant)
      return meant ?? there
    }
    if (id === "" || name === "") return last
    return calls.findLast((call) => call.id === id)
  }

  const begin = ({ index }: CallFragment): Growing | undefined => {
    if (calls.length === MOST_CALLS) {
      isFull = true
      return undefined
    }
    const call = new Growing()
    calls.push(call)
    if (Option.isSome(index)) places.set(index.value, call)
    return call
  }

  return {
    add: (fragment) => {
      const { arguments: given, extra, id, name } = fragment
      if (id === "" && name === "" && given === "" && extra === undefined) return ""
      const known = fragment.alone ? undefined : placeOf(fragment)
      const call = known === undefined || known.isFollowedBy(fragment) ? begin(fragment) : known
      return call?.add(fragment) ?? ""
    },
    calls: () => calls,
    isFull: () => isFull
  }
}
