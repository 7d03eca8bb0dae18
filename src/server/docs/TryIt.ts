/** What the page's script knows of an operation, beside what the reader has filled in. Written into its form as JSON. */

import type { Request, StreamedBy } from "./ExampleRequest.ts"
import type { Origin, ReplacedResource } from "./Origins.ts"

export interface TryItOperation {
  /** As `POST /v1/responses`. */
  readonly name: string
  /** As it is prefilled. */
  readonly request: Request
  /** How an answer in pieces is asked for. */
  readonly streamedBy: StreamedBy | undefined
  /** Where values of parameters come from, by the names of their controls, as `path clip_id`. */
  readonly origins: Readonly<Record<string, Origin>>
  /** The same of fields of the body. */
  readonly bodyOrigins: Readonly<Record<string, Origin>>
  readonly replaced: ReplacedResource | undefined
  /** Fields of the body with controls of their own. */
  readonly typed: ReadonlyArray<string>
}
