/** An object store's failure. `SystemErrors` has the answer to the client. */
import { Data } from "effect"

export class ObjectStoreError extends Data.TaggedError("ObjectStoreError")<{
  /** Whether another try may succeed; what was refused will be again until a person acts. */
  readonly code: "OBJECT_STORE_UNAVAILABLE" | "OBJECT_STORE_REFUSED"
  /** For the log and the person at the terminal: method, status and the store's own code; no address and no key. */
  readonly message: string
  /** The store's own word, such as `NoSuchUpload`. */
  readonly reason?: string
  readonly cause?: unknown
}> {}
