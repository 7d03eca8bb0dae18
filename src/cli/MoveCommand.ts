/** `qal move`: a stopped server's data from its folder to PostgreSQL, or back. */
import { Command, HelpDoc, Options } from "@effect/cli"
import { Effect } from "effect"

const place = (name: string, what: string) =>
  Options.text(name).pipe(
    Options.withDescription(`${what}: a data folder (without it QAL_DATA_DIR), or postgres://…`),
    Options.optional
  )

const blobs = Options.text("blobs").pipe(
  Options.withDescription(
    "s3://…: where the files go, or come from, as QAL_BLOBS_URL names it; without it they stay where they are"
  ),
  Options.optional
)

export const move = Command.make(
  "move",
  { from: place("from", "what is copied"), to: place("to", "where to, empty or broken off before"), blobs },
  (options) =>
    Effect.flatMap(
      Effect.promise(() => import("./MoveRun.ts")),
      ({ run }) => run(options)
    )
).pipe(
  Command.withDescription(
    HelpDoc.blocks([
      HelpDoc.p(
        "Copy a stopped server's data from its folder to PostgreSQL, or back, and prove that both hold the same. Where it broke off, run it again."
      ),
      HelpDoc.p(
        "Whoever lists processes sees addresses: PGPASSWORD may hold the database's password, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY the store's key."
      )
    ])
  )
)
