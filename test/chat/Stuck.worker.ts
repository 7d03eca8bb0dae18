/** A reader that goes wrong as the file's first letter says: it hangs, or it dies. */
import { serve } from "../../src/workers/WorkerServer.ts"

serve<undefined, { readonly bytes: Uint8Array }, unknown>(async () => ({ bytes }) => {
  if (bytes[0] === 0x68) for (;;);
  if (bytes[0] === 0x64) throw new Error("died of it")
  return { response: { _tag: "Document", text: "read", pictures: [], leftOut: [] }, transfer: [] }
})
