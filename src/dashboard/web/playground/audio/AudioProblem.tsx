/** Something failed that may be the microphone's doing: what to do about it. */
import { useMessages } from "../../language.tsx"
import { audio } from "../../messages/audio.ts"
import { Problem } from "../../ui/Problem.tsx"
import { Failure } from "../publicApi.ts"
import { MicrophoneFailure } from "./microphone.ts"

export const AudioProblem = ({ problem, again }: { readonly problem: unknown; readonly again?: () => unknown }) => {
  const { microphone } = useMessages(audio)
  const shown =
    problem instanceof MicrophoneFailure ? new Failure(problem._tag, microphone[problem.trouble], null) : problem
  return again === undefined ? <Problem problem={shown} /> : <Problem problem={shown} again={again} />
}
