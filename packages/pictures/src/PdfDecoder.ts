import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RawFrame } from "./RawFrame.ts"

/** The document cannot be read or drawn; `reason` is a sentence for people, `code` is for programs. */
export class PdfUnreadable extends Schema.TaggedError<PdfUnreadable>()("PdfUnreadable", {
  code: Schema.Literal("damaged", "encrypted", "too-large", "no-page"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** What a PDF says of itself, as it says it; empty where it says nothing. */
export const PdfFacts = Schema.Struct({
  pages: Schema.Int.pipe(Schema.between(1, 1_000_000)),
  title: Schema.String,
  author: Schema.String,
  subject: Schema.String
})
export type PdfFacts = typeof PdfFacts.Type

/**
 * Reads and draws PDF documents that others made, apart from this process. `path` leads to a file that was opened inside its
 * root (`pinFile`). Live layer: `LivePdfDecoder.ts`.
 */
export class PdfDecoder extends Context.Tag("@media/pictures/PdfDecoder")<
  PdfDecoder,
  {
    readonly facts: (path: Buffer | string) => Effect.Effect<PdfFacts, PdfUnreadable>
    /** A page from 0, `width` pixels wide, or less where it would be higher than `LARGEST_PAGE`. */
    readonly page: (
      path: Buffer | string,
      page: number,
      width: number
    ) => Effect.Effect<RawFrame, PdfUnreadable>
  }
>() {}
