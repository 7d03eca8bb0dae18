/** What the start and `qal doctor` say of the engines that are embedded, as docs/attach-engines.md says it. */
export const SANDBOX = "a sandbox for development that understands nothing; QAL_TEXT_URL attaches a real model"
export const RECOGNISER =
  "trained on this server's own voices and hears those; for people, attach a recogniser with QAL_RECOGNIZER_URL"
