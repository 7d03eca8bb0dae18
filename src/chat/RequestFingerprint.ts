/** What two requests must have in common to be the same: one of them gets the answer of the other. */
import { Option } from "effect"
import * as Fingerprint from "../billing/Fingerprint.ts"
import type { SelectedFiles } from "./Attachments.ts"
import type { ChatRequest } from "./ChatRequest.ts"
import type { Protocol } from "./Rules.ts"

interface FingerprintInput {
  readonly request: ChatRequest
  readonly protocol: Protocol
  /** What of a protocol's own request is beside that. */
  readonly also?: string
}

/**
 * Everything that changes the answer. A decoded request has its fields in one
 * order, whatever the client's. Protocols have their own answers, so that an
 * answer of one is no replay for another.
 */
export const fingerprint = (
  { also, protocol, request }: FingerprintInput,
  { attachments, audio }: SelectedFiles
): Fingerprint.Fingerprint => {
  const { generation_config: config, ...said } = request
  return Fingerprint.of({
    protocol,
    ...(also === undefined ? {} : { also }),
    said: JSON.stringify(said),
    config: JSON.stringify({ ...config, stream: false }),
    files: [...attachments, ...Option.toArray(audio)].map(({ field, name, sha256 }) => ({ field, name, sha256 }))
  })
}

/** The fingerprint of requests without an id, which nothing is ever compared with. */
export const NO_QUESTION = Fingerprint.of({})
