import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { DecoderBusy } from "./PictureErrors.ts"
import type { RawFrame } from "./RawFrame.ts"

/** The document cannot be read or rendered. `reason` is a message for users, and `code` is for programs. */
export class PdfUnreadable extends Schema.TaggedError<PdfUnreadable>()("PdfUnreadable", {
  code: Schema.Literal("damaged", "encrypted", "too-large", "too-slow", "no-page"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** The metadata of a PDF as stored in the file. Missing values are empty strings. */
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

/** A line of text on a page. Its position and size are fractions of the page, from the left and top edges. */
export const PdfLine = Schema.Struct({ text: Schema.String, x: Share, y: Share, width: Share, height: Share })
export type PdfLine = typeof PdfLine.Type

/** The result of a search in a document. */
export const PdfMatches = Schema.Struct({
  matches: Schema.Array(
    Schema.Struct({
      /** Number of the page, from 0. */
      page: Schema.Int,
      before: Schema.String,
      match: Schema.String,
      after: Schema.String
    })
  ),
  /** The page to continue with. Null if the document was searched to its end. */
  next: Schema.NullOr(Schema.Int)
})
export type PdfMatches = typeof PdfMatches.Type

/**
 * Reads and renders untrusted PDF documents in a separate process. `path` refers to a file that was opened inside its
 * root (`pinFile`). Live layer: `LivePdfDecoder.ts`.
 */
export class PdfDecoder extends Context.Tag("@media/pictures/PdfDecoder")<
  PdfDecoder,
  {
    readonly facts: (path: Buffer | string) => Effect.Effect<PdfFacts, PdfUnreadable | DecoderBusy>
    /**
     * Renders a page, numbered from 0. The result is `width` pixels wide, or narrower if it would otherwise be taller
     * than `LARGEST_PAGE`.
     */
    readonly page: (
      path: Buffer | string,
      page: number,
      width: number
    ) => Effect.Effect<RawFrame, PdfUnreadable | DecoderBusy>
    /** Returns the text of a page, numbered from 0, in document order. Empty for a scanned page. */
    readonly lines: (
      path: Buffer | string,
      page: number
    ) => Effect.Effect<ReadonlyArray<PdfLine>, PdfUnreadable | DecoderBusy>
    /** Searches for a few seconds, from page `from` on. `words` must be separated by single spaces. */
    readonly find: (
      path: Buffer | string,
      words: string,
      from: number
    ) => Effect.Effect<PdfMatches, PdfUnreadable | DecoderBusy>
  }
>() {}
