/** What is asked for: it follows from the id alone, so that the same can be sent again. */
import type { Call, Client } from "./Client.ts"

/** A number that an id always gives. */
const numberOf = (id: string, below: number): number => Number(BigInt(Bun.hash(id)) % BigInt(below))

export const sentence = "ሰላም፣ ዛሬ ጥሩ ቀን ነው። ነገም እንዲሁ ይሁን። "
export const textOf = (id: string): string => sentence.repeat(1 + numberOf(id, 6))
export const speechOf = (id: string) => ({ text: textOf(id), voice_id: "am-hamen", language: "am" })

export const json = (path: string, body: (id: string) => object) => (_: Client, id: string) => ({
  path,
  body: JSON.stringify(body(id)),
  headers: { "idempotency-key": id }
})

export const form = (
  path: (id: string) => string,
  fields: (client: Client, id: string) => Record<string, string | Blob>
) => {
  return (client: Client, id: string): Call => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields(client, id))) body.append(name, value)
    return { path: path(id), body, headers: { "idempotency-key": id } }
  }
}

export const chat = (stream: boolean) => (id: string) => ({
  prompt: `${id} ${sentence}`,
  target_language: "am",
  generation_config: { stream }
})

export const wavOf = ({ wav }: Client) => new Blob([wav], { type: "audio/wav" })
