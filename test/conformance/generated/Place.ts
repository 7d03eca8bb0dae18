/** What the programs that speak through generated clients have in common. */

export interface Place {
  readonly url: string
  readonly key: string
  /** What somebody says, as a WAV file. */
  readonly speech: Uint8Array<ArrayBuffer>
}

/** Fields as a form: files and text as they are, anything else as JSON. */
export const formOf = (fields: object): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, value instanceof Blob || typeof value === "string" ? value : JSON.stringify(value))
  }
  return form
}
