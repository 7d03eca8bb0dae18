/** The command that asks for the same. */
import { useMessages } from "../language.tsx"
import { playground } from "../messages/playground.ts"
import { Block } from "../ui/Copy.tsx"
import { type CurlRequest, curlOf } from "./publicApi.ts"

export const Curl = (request: CurlRequest) => <Block label={useMessages(playground).curl} text={curlOf(request)} />
