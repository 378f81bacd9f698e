import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { DecoderBusy } from "./PictureErrors.ts"
import type { RawFrame } from "./RawFrame.ts"

/** The document cannot be read or drawn; `reason` is a sentence for people, `code` is for programs. */
export class PdfUnreadable extends Schema.TaggedError<PdfUnreadable>()("PdfUnreadable", {
  code: Schema.Literal("damaged", "encrypted", "too-large", "too-slow", "no-page"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** The metadata of a PDF, unprocessed; empty if missing. */
export const PdfFacts = Schema.Struct({
  pages: Schema.Int.pipe(Schema.between(1, 1_000_000)),
  title: Schema.String,
  author: Schema.String,
  subject: Schema.String,
  /** XMP as stored in the file. */
  xmp: Schema.String,
  isRightToLeft: Schema.Boolean
})
export type PdfFacts = typeof PdfFacts.Type

const Share = Schema.Number.pipe(Schema.between(0, 1))

/** Text of a page with its position, as fractions of the page from its left and top edges. */
export const PdfLine = Schema.Struct({ text: Schema.String, x: Share, y: Share, width: Share, height: Share })
export type PdfLine = typeof PdfLine.Type

/** The result of a search in a document. */
export const PdfMatches = Schema.Struct({
  matches: Schema.Array(
    Schema.Struct({
      /** Starts at 0. */
      page: Schema.Int,
      before: Schema.String,
      match: Schema.String,
      after: Schema.String
    })
  ),
  /** The page to continue with; null once the document was searched to its end. */
  next: Schema.NullOr(Schema.Int)
})
export type PdfMatches = typeof PdfMatches.Type

/**
 * Reads and draws untrusted PDF documents in a separate process. `path` leads to a file that was opened inside its root
 * (`pinFile`). Live layer: `LivePdfDecoder.ts`.
 */
export class PdfDecoder extends Context.Tag("@media/pictures/PdfDecoder")<
  PdfDecoder,
  {
    readonly facts: (path: Buffer | string) => Effect.Effect<PdfFacts, PdfUnreadable | DecoderBusy>
    /** Renders a page, numbered from 0: `width` pixels wide, or less if it would be higher than `LARGEST_PAGE`. */
    readonly page: (
      path: Buffer | string,
      page: number,
      width: number
    ) => Effect.Effect<RawFrame, PdfUnreadable | DecoderBusy>
    /** The text of a page, numbered from 0, in the order of the document. A scanned page has none. */
    readonly lines: (
      path: Buffer | string,
      page: number
    ) => Effect.Effect<ReadonlyArray<PdfLine>, PdfUnreadable | DecoderBusy>
    /** Searches for some seconds from page `from` on. White space in `words` is a single space. */
    readonly find: (
      path: Buffer | string,
      words: string,
      from: number
    ) => Effect.Effect<PdfMatches, PdfUnreadable | DecoderBusy>
  }
>() {}
