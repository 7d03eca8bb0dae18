/** Refusals as servers publish them, in their documentation, their source or their answers, and what each means. */
import type { EngineFailure } from "../../../src/Errors.ts"

export interface Refusal {
  readonly server: string
  readonly status: number
  readonly body: unknown
  /** `safety` is no failure, but an answer. */
  readonly means: EngineFailure["_tag"] | "safety"
  /** What the client is told, beside the code. */
  readonly tells: RegExp
}

type Means = Refusal["means"]

const refusal = (server: string, status: number, body: unknown, means: Means, tells = /./): Refusal => ({
  server,
  status,
  body,
  means,
  tells
})

const extent = (asked: number, holds: number) =>
  new RegExp(`: ${asked} tokens were asked of it, and it holds ${holds}$`)

const openAi = (message: string, rest: object = {}) => ({ error: { message, type: "invalid_request_error", ...rest } })
const gemini = (code: number, message: string, status: string) => [{ error: { code, message, status } }]

const tooLong: ReadonlyArray<Refusal> = [
  refusal(
    "OpenAI",
    400,
    openAi(
      "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4500 in the messages, 500 in the completion). Please reduce the length of the messages or completion.",
      { param: "messages", code: "context_length_exceeded" }
    ),
    "TEXT_TOO_LONG",
    extent(5000, 4096)
  ),
  refusal(
    "OpenAI",
    400,
    openAi("Your input exceeds the context window of this model. Please adjust your input and try again.", {
      code: "context_length_exceeded"
    }),
    "TEXT_TOO_LONG"
  ),
  refusal(
    "OpenAI",
    429,
    openAi(
      "Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 40000. The input or output tokens must be reduced in order to run successfully.",
      { type: "tokens", code: "rate_limit_exceeded" }
    ),
    "TEXT_TOO_LONG",
    extent(40000, 30000)
  ),
  refusal(
    "vLLM",
    400,
    {
      object: "error",
      message:
        "This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens. Please reduce the length of the input messages.",
      type: "BadRequestError",
      param: null,
      code: 400
    },
    "TEXT_TOO_LONG",
    extent(5000, 4096)
  ),
  refusal(
    "vLLM",
    400,
    openAi(
      "You passed 4097 input tokens and requested 100 output tokens. However, the model's context length is only 4096 tokens, resulting in a maximum input length of 3996 tokens. Please reduce the length of the input prompt. (parameter=input_tokens, value=4097)",
      { type: "BadRequestError", code: 400 }
    ),
    "TEXT_TOO_LONG",
    extent(4097, 4096)
  ),
  refusal(
    "llama.cpp",
    400,
    {
      error: {
        code: 400,
        message: "request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it",
        type: "exceed_context_size_error",
        n_prompt_tokens: 5000,
        n_ctx: 4096
      }
    },
    "TEXT_TOO_LONG",
    extent(5000, 4096)
  ),
  refusal(
    "llama.cpp",
    500,
    {
      error: {
        code: 500,
        message:
          "the request exceeds the available context size. try increasing the context size or enable context shift",
        type: "server_error"
      }
    },
    "TEXT_TOO_LONG"
  ),
  refusal("Ollama", 400, { error: "the input length exceeds the context length" }, "TEXT_TOO_LONG"),
  refusal(
    "Ollama",
    400,
    openAi("prompt too long; exceeded max context length by 1234 tokens"),
    "TEXT_TOO_LONG",
    /send less of it$/
  ),
  refusal(
    "LM Studio",
    400,
    {
      error:
        "Trying to keep the first 6000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input"
    },
    "TEXT_TOO_LONG",
    extent(6000, 4096)
  ),
  refusal(
    "LM Studio",
    400,
    { error: "Cannot truncate prompt with n_keep (6000) >= n_ctx (4096)" },
    "TEXT_TOO_LONG",
    extent(6000, 4096)
  ),
  refusal(
    "RKLLM",
    400,
    openAi("Prompt is 11543 tokens but the model context window is 4096 tokens."),
    "TEXT_TOO_LONG",
    extent(11_543, 4_096)
  ),
  refusal(
    "Anthropic by LiteLLM",
    400,
    openAi(
      'litellm.BadRequestError: AnthropicException - {"type":"error","error":{"type":"invalid_request_error","message":"input length and `max_tokens` exceed context limit: 142123 + 64000 > 200000, decrease input length or `max_tokens` and try again"}}'
    ),
    "TEXT_TOO_LONG",
    extent(206_123, 200_000)
  ),
  refusal(
    "llama-cpp-python",
    400,
    openAi("Requested tokens (2285) exceed context window of 2048"),
    "TEXT_TOO_LONG",
    extent(2_285, 2_048)
  ),
  refusal(
    "CTransformers",
    400,
    openAi("Number of tokens (757) exceeded maximum context length (512)."),
    "TEXT_TOO_LONG",
    extent(757, 512)
  ),
  refusal("MLX in LM Studio", 400, { error: "Context size has been exceeded." }, "TEXT_TOO_LONG", /send less of it$/),
  refusal("mlx-serve", 400, openAi("Prompt exceeds maximum context length"), "TEXT_TOO_LONG", /send less of it$/),
  refusal(
    "Gemini",
    400,
    gemini(
      400,
      "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      "INVALID_ARGUMENT"
    ),
    "TEXT_TOO_LONG",
    extent(1_200_000, 1_048_576)
  ),
  refusal(
    "Anthropic",
    400,
    {
      type: "error",
      error: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000 maximum" }
    },
    "TEXT_TOO_LONG",
    extent(210_000, 200_000)
  ),
  refusal(
    "Mistral",
    400,
    {
      object: "error",
      message: "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
      type: "invalid_request_error",
      code: "3051"
    },
    "TEXT_TOO_LONG",
    extent(40_000, 32_768)
  ),
  refusal(
    "TGI",
    422,
    {
      error:
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 100 `max_new_tokens`",
      error_type: "validation"
    },
    "TEXT_TOO_LONG",
    extent(5000, 4096)
  ),
  refusal(
    "OpenRouter",
    400,
    {
      error: {
        code: 400,
        message:
          "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens (38000 of text input, 2000 in the output). Please reduce the length of either one."
      }
    },
    "TEXT_TOO_LONG",
    extent(40_000, 32_768)
  ),
  refusal(
    "OpenRouter, of a server behind it",
    400,
    {
      error: {
        code: 400,
        message: "Provider returned error",
        metadata: {
          provider_name: "DeepSeek",
          raw: JSON.stringify(
            openAi(
              "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens (69000 in the messages, 1000 in the completion)."
            )
          )
        }
      }
    },
    "TEXT_TOO_LONG",
    extent(70_000, 65_536)
  ),
  refusal(
    "DeepSeek",
    400,
    openAi(
      "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens (69000 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.",
      { code: "invalid_request_error" }
    ),
    "TEXT_TOO_LONG",
    extent(70_000, 65_536)
  ),
  refusal(
    "GitHub",
    413,
    {
      error: {
        code: "tokens_limit_reached",
        message: "Request body too large for gpt-4o model. Max size: 8000 tokens."
      }
    },
    "TEXT_TOO_LONG",
    /: it holds 8000 tokens$/
  ),
  refusal("nginx", 413, "<html><head><title>413 Request Entity Too Large</title></head></html>", "TEXT_TOO_LONG"),
  refusal(
    "LM Studio",
    400,
    {
      error:
        "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 5000>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input."
    },
    "TEXT_TOO_LONG",
    extent(5000, 4096)
  ),
  refusal(
    "TabbyAPI",
    422,
    { detail: "Prompt length 9000 is greater than max_seq_len 4096" },
    "TEXT_TOO_LONG",
    extent(9000, 4096)
  ),
  refusal(
    "Vertex AI",
    400,
    gemini(
      400,
      "Unable to submit request because the input token count is 40000 but model only supports up to 32768. Reduce the input token count and try again.",
      "INVALID_ARGUMENT"
    ),
    "TEXT_TOO_LONG",
    extent(40_000, 32_768)
  ),
  refusal(
    "vLLM",
    400,
    { object: "error", message: "max_tokens must be at least 1, got -304.", type: "BadRequestError", code: 400 },
    "TEXT_TOO_LONG"
  ),
  refusal("Volcengine", 400, openAi("Total tokens of image and text exceed max message tokens"), "TEXT_TOO_LONG"),
  refusal("Baidu", 400, openAi("prompt tokens too long"), "TEXT_TOO_LONG"),
  refusal("Zhipu", 400, openAi("Prompt 超长", { code: "1261" }), "TEXT_TOO_LONG"),
  refusal(
    "MiniMax",
    200,
    { choices: null, base_resp: { status_code: 2013, status_msg: "invalid params, context window exceeds limit" } },
    "TEXT_TOO_LONG"
  )
]

const filtered: ReadonlyArray<Refusal> = [
  refusal(
    "Azure",
    400,
    openAi("The response was filtered due to the prompt triggering the content management policy.", {
      code: "content_filter",
      status: 400,
      innererror: { code: "ResponsibleAIPolicyViolation", content_filter_result: { hate: { filtered: true } } }
    }),
    "safety"
  ),
  refusal(
    "OpenAI",
    400,
    openAi("Your request was rejected as a result of our safety system.", { code: "content_policy_violation" }),
    "safety"
  ),
  refusal("Gemini", 400, gemini(400, "The request was stopped.", "PROHIBITED_CONTENT"), "safety"),
  refusal("Gemini", 200, { promptFeedback: { blockReason: "SAFETY" } }, "safety"),
  refusal("DeepSeek", 400, openAi("Content Exists Risk", { code: "invalid_request_error" }), "safety"),
  refusal(
    "OpenRouter",
    403,
    {
      error: {
        code: 403,
        message: "a/b requires moderation on C. Your input was flagged",
        metadata: { reasons: ["violence"], flagged_input: "x" }
      }
    },
    "safety"
  ),
  refusal(
    "Zhipu",
    400,
    {
      contentFilter: [{ level: 1, role: "user" }],
      ...openAi(
        "系统检测到输入或生成内容可能包含不安全或敏感内容，请您避免输入易产生敏感内容的提示语，感谢您的配合。",
        { code: "1301" }
      )
    },
    "safety"
  ),
  refusal("LiteLLM", 400, openAi("Input blocked by guardrails"), "safety"),
  refusal(
    "MiniMax",
    200,
    { choices: null, base_resp: { status_code: 1026, status_msg: "input new_sensitive" } },
    "safety"
  )
]

const notConfigured = (server: string, status: number, body: unknown, setting: string): Refusal =>
  refusal(server, status, body, "PROVIDER_NOT_CONFIGURED", new RegExp(`\\b${setting}\\b`))

const MODEL = "QAL_TEXT_MODEL"
const KEY = "QAL_TEXT_API_KEY"
const URL = "QAL_TEXT_URL"

const misset: ReadonlyArray<Refusal> = [
  notConfigured("Ollama", 404, openAi("model 'x' not found, try pulling it first", { type: "api_error" }), MODEL),
  notConfigured(
    "vLLM",
    404,
    { object: "error", message: "The model `x` does not exist.", type: "NotFoundError", code: 404 },
    MODEL
  ),
  notConfigured(
    "LM Studio",
    404,
    openAi("No models loaded. Please load a model in the developer page or use the `lms load` command.", {
      code: "model_not_found"
    }),
    MODEL
  ),
  notConfigured("LM Studio", 200, { error: "Unexpected endpoint or method. (POST /chat/completions)" }, URL),
  notConfigured(
    "Gemini",
    404,
    gemini(404, "models/x-1.5 is not found for API version v1main, or is not supported.", "NOT_FOUND"),
    MODEL
  ),
  notConfigured("Gemini", 400, gemini(400, "API key not valid. Please pass a valid API key.", "INVALID_ARGUMENT"), KEY),
  notConfigured("DeepSeek", 400, openAi("Model Not Exist"), MODEL),
  notConfigured("DeepSeek", 401, openAi("Authentication Fails (no such user)", { type: "authentication_error" }), KEY),
  notConfigured("DeepSeek", 402, openAi("Insufficient Balance", { type: "unknown_error" }), KEY),
  notConfigured("OpenRouter", 404, { error: { code: 404, message: "No endpoints found for a/b." } }, MODEL),
  notConfigured("OpenRouter", 400, { error: { code: 400, message: "a/b is not a valid model ID" } }, MODEL),
  notConfigured("OpenRouter", 402, { error: { code: 402, message: "Insufficient credits" } }, KEY),
  notConfigured(
    "OpenAI",
    429,
    openAi("You exceeded your current quota, please check your plan and billing details.", {
      type: "insufficient_quota",
      code: "insufficient_quota"
    }),
    KEY
  ),
  notConfigured(
    "OpenAI",
    403,
    openAi("Project `p` does not have access to model `x`", { code: "model_not_found" }),
    MODEL
  ),
  notConfigured("Ollama", 404, "404 page not found", URL),
  notConfigured("llama.cpp", 404, { error: { code: 404, message: "File Not Found", type: "not_found_error" } }, URL),
  notConfigured("llama.cpp", 401, openAi("Invalid API Key", { type: "authentication_error", code: 401 }), KEY),
  notConfigured("vLLM", 404, { detail: "Not Found" }, URL),
  notConfigured(
    "LM Studio",
    400,
    {
      error:
        "Multiple models are loaded. Please specify a model by providing a 'model' field in the request body, with the model's identifier."
    },
    MODEL
  ),
  notConfigured(
    "Azure",
    400,
    {
      error: {
        code: "OperationNotSupported",
        message:
          "The chatCompletion operation does not work with the specified model, text-embedding-ada-002. Please choose different model and try again."
      }
    },
    MODEL
  ),
  notConfigured("Zhipu", 400, openAi("模型不存在，请检查模型代码。", { code: "1211" }), MODEL),
  notConfigured("LiteLLM", 400, openAi("No API key passed in.", { type: "auth_error", code: "400" }), KEY),
  notConfigured(
    "DashScope",
    400,
    openAi("Access denied, please make sure your account is in good standing.", { code: "Arrearage" }),
    KEY
  ),
  notConfigured(
    "MiniMax",
    200,
    { choices: null, base_resp: { status_code: 1008, status_msg: "insufficient balance" } },
    KEY
  )
]

const others: ReadonlyArray<Refusal> = [
  refusal("OpenRouter", 404, { error: { message: "No endpoints found that support tool use." } }, "PROVIDER_ERROR"),
  refusal("Ollama", 400, openAi("x does not support tools"), "PROVIDER_ERROR"),
  refusal(
    "DeepSeek",
    400,
    openAi("Invalid max_tokens value, the valid range of max_tokens is [1, 8192]"),
    "PROVIDER_ERROR"
  ),
  refusal(
    "a server that echoes what it was sent",
    400,
    { detail: [{ msg: "field required", input: "the model's maximum context length is 5 tokens" }] },
    "PROVIDER_ERROR"
  ),
  refusal("a server in Go", 501, { error: "context deadline exceeded" }, "PROVIDER_ERROR")
]

/** What is not asked again. */
export const refusals: ReadonlyArray<Refusal> = [...tooLong, ...filtered, ...misset, ...others]

/** The answer of a server that refuses so. */
export const responseOf = ({ body, status }: Refusal): Response =>
  typeof body === "string" ? new Response(body, { status }) : Response.json(body, { status })
