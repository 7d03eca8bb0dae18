/** What a person is told of something that failed. */
import { expect, test } from "bun:test"
import { codes } from "../../src/dashboard/web/messages/codes.ts"
import { faults } from "../../src/dashboard/web/messages/faults.ts"
import { Failure } from "../../src/dashboard/web/playground/publicApi.ts"
import { problemTextIn } from "../../src/dashboard/web/ui/problemText.ts"
import { InsufficientCredits, Unauthorized } from "../../src/Errors.ts"

const WORDS = "4.20 is required, balance is 3.10"

test("a server's error is shown in the page's language first, and then in the server's own words", () => {
  for (const language of ["en", "am", "om"] as const) {
    expect(problemTextIn(language, new Failure("INSUFFICIENT_CREDITS", WORDS, null))).toEqual({
      code: "INSUFFICIENT_CREDITS",
      message: codes[language].INSUFFICIENT_CREDITS,
      details: WORDS
    })
  }
})

test("every error code has its words on the page, whichever route it came by", () => {
  for (const code of Object.keys(codes.en)) {
    const told = problemTextIn("am", new Failure(code, WORDS, null))
    expect(told.message).toMatch(/\p{Script=Ethiopic}/u)
    expect(told.details).toBe(WORDS)
  }
  expect(problemTextIn("om", new InsufficientCredits({ message: WORDS })).message).toBe(codes.om.INSUFFICIENT_CREDITS)
})

test("a refused sign-in is not shown as a refused API key", () => {
  const refused = new Unauthorized({ message: "this is not the dashboard's token" })
  expect(problemTextIn("am", refused).message).toBe(faults.am.refused.UNAUTHORIZED)
  expect(problemTextIn("am", new Failure("UNAUTHORIZED", "", null))).toEqual({
    code: "UNAUTHORIZED",
    message: codes.am.UNAUTHORIZED
  })
})

test("an error of no server is shown in the page's words, and an unknown code in the server's", () => {
  expect(problemTextIn("om", new Failure("UNREACHABLE", "fetch failed", null))).toEqual({
    code: "UNREACHABLE",
    message: faults.om.UNREACHABLE
  })
  expect(problemTextIn("om", new Failure("NEW_CODE", WORDS, null))).toEqual({ code: "NEW_CODE", message: WORDS })
  expect(problemTextIn("om", new Failure("constructor", WORDS, null)).message).toBe(WORDS)
})
