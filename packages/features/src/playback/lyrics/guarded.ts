import { GuardedReader } from "@media/children/guarded/GuardedReader"
import { task } from "@media/children/guarded/Task"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Lyrics } from "./lrc.ts"

export const noLines: Lyrics = { isTimed: false, lines: [] }

export const lrcTask = task({
  name: "lyrics.lrc",
  question: Schema.Struct({}),
  answer: Schema.Struct({
    isTimed: Schema.Boolean,
    lines: Schema.Array(Schema.Struct({ start: Schema.NullOr(Schema.Number), text: Schema.String }))
  }),
  refusal: Schema.Never,
  seconds: 5,
  mostBytes: 0
})

export const syltTask = task({ ...lrcTask, name: "lyrics.sylt" })

const ask = (which: typeof lrcTask, bytes: Buffer) =>
  Effect.flatMap(GuardedReader, (reader) => reader.ask(which, {}, bytes)).pipe(
    Effect.map(({ value }) => value),
    Effect.catchTag("ReaderGaveUp", () => Effect.succeed(noLines))
  )

/** Parses LRC lyrics in the reader process. Returns no lines if this takes too long. */
export const lrcOf = (bytes: Buffer) => ask(lrcTask, bytes)

/** Parses a frame of synchronized lyrics in the reader process. Returns no lines if the frame is invalid. */
export const syltOf = (frame: Buffer) => ask(syltTask, frame)
