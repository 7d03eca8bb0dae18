/** A worker that says what bytes it was given. */
import { serve } from "../../src/workers/WorkerServer.ts"

interface Carried {
  readonly bytes: Uint8Array
  readonly others: Uint8Array
  readonly name: string
}

serve<string, Carried, unknown>(async () => ({ bytes, name, others }) => ({
  response: {
    sha256: new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
    others: [...others],
    name,
    // A view of more, and twice the same: what comes back is as long as it looks.
    again: name === "again" ? { list: [bytes.subarray(1), { bytes }, bytes.subarray(0, 3)] } : {}
  },
  transfer: []
}))
