/** By which words of an answer it may be told that it begins with thoughts. */

/** How models that think begin to, whatever the language of their answers; in lower case. */
const FIRST_THOUGHTS = [
  "okay",
  "ok,",
  "alright",
  "hmm",
  "so,",
  "so the ",
  "first,",
  "wait,",
  "the user",
  "the question",
  "user ",
  "we need to",
  "we have to",
  "we are asked",
  "i need to",
  "i should",
  "let me",
  "let's",
  "thinking",
  "好的",
  "好，",
  "嗯",
  "首先",
  "用户",
  "我们"
]

/** Whether text begins as thoughts do; none where more of it would tell. */
export const beginsAsThoughts = (text: string): boolean | undefined => {
  const words = text.toLowerCase()
  if (FIRST_THOUGHTS.some((first) => words.startsWith(first))) return true
  return FIRST_THOUGHTS.some((first) => first.startsWith(words)) ? undefined : false
}
