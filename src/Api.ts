/** The REST contract: the groups of all capabilities, and nothing else. */
import { HttpApi, OpenApi } from "@effect/platform"
import { VoiceApi } from "./voice/Api.ts"
import { LegacyApi } from "./voice/LegacyApi.ts"

export class Api extends HttpApi.make("qal")
  .add(VoiceApi)
  .add(LegacyApi)
  .annotate(OpenApi.Title, "Qal")
  .annotate(
    OpenApi.Description,
    "A self-hosted language API for Amharic and Afaan Oromo. Every request carries the header `x-api-key`."
  ) {}
