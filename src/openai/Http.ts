/** All routes of OpenAI's protocols. */
import { Layer } from "effect"
import { ModelsHttp } from "./ModelsHttp.ts"

export const layer = Layer.mergeAll(ModelsHttp)
