/** What a person is told of something that failed, in the chosen language where the server did not say it. */
import { type Told, told } from "../client.ts"
import { useMessages } from "../language.tsx"
import { faults } from "../messages/faults.ts"

export const useTold = (): ((problem: unknown) => Told) => {
  const t = useMessages(faults)
  return (problem) => {
    const { code, message } = told(problem)
    if (code === "PAGE_FAULT") return { code, message: t.PAGE_FAULT(message) }
    const isFault = code === "UNREACHABLE" || code === "UNEXPECTED_ANSWER" || code === "BROKEN_OFF"
    return { code, message: isFault ? t[code] : message }
  }
}
