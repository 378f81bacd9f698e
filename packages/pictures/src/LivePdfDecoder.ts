import { liveChildren } from "@media/children/LiveChildren"
import { installRoot } from "@media/kernel/ProcessConfig"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { join } from "node:path"
import { decoderPool } from "./DecoderPool.ts"
import type { DecoderAnswer, Wanted } from "./DecoderTalk.ts"
import { PdfDecoder, PdfFacts, PdfLine, PdfMatches, PdfUnreadable } from "./PdfDecoder.ts"
import { LARGEST_PAGE } from "./PictureSet.ts"

/**
 * Maximum memory of a decoder in bytes. A scan of an atlas at 4096 pixels takes 250 MB. A page that exceeds the limit
 * is malicious.
 */
const MEMORY_BYTES = 450 * 1024 ** 2
/**
 * CPU limit in seconds. A page of a large map takes 8 seconds on a processor from 2023. A small server is up to five
 * times slower.
 */
const CPU_SECONDS = 60
const QUESTIONS_EACH = 300

const reasons = {
  encrypted: "The PDF needs a password.",
  "too-large": "The PDF is larger than 4 GB.",
  "no-page": "The PDF does not have this page, or the page cannot be rendered.",
  "too-slow": "The PDF takes too long to decode.",
  damaged: "The PDF is damaged, or decoding it needs too much memory."
}
const unreadable = (code: keyof typeof reasons) => new PdfUnreadable({ code, reason: reasons[code] })

const ofWord = (word: string): PdfUnreadable =>
  word === "encrypted" || word === "too-large"
    ? unreadable(word)
    : unreadable(word === "page" ? "no-page" : "damaged")

const PdfLines = Schema.Struct({ lines: Schema.Array(PdfLine) })
const program = () => join(installRoot(), "packages/pictures/bin/pdf.mjs")
/** Returns a path as a Latin-1 string, which preserves every byte. */
const pathOf = (path: Buffer | string): string => Buffer.from(path).toString("latin1")

export const pdfDecoder = (cpuSeconds: number) =>
  Effect.gen(function* () {
    const asked = yield* decoderPool({
      args: ["--max-old-space-size=128", program(), String(LARGEST_PAGE)],
      memoryBytes: MEMORY_BYTES,
      cpuSeconds,
      questionsEach: QUESTIONS_EACH
    })
    const ask = (path: Buffer | string, wanted: Wanted) =>
      asked(pathOf(path), wanted).pipe(
        Effect.catchTag("DecoderFailed", (cause): Effect.Effect<DecoderAnswer, PdfUnreadable> =>
          Effect.zipRight(
            Effect.logWarning("A PDF could not be read", cause),
            unreadable(cause.isSlow ? "too-slow" : "damaged")
          )
        ),
        Effect.flatMap((answer) => ("error" in answer ? ofWord(answer.error) : Effect.succeed(answer)))
      )
    const told = <A, I>(path: Buffer | string, wanted: Wanted, shape: Schema.Schema<A, I>) =>
      ask(path, wanted).pipe(
        Effect.flatMap((answer) => Schema.decodeUnknown(shape)("facts" in answer ? answer.facts : undefined)),
        Effect.catchTag("ParseError", () => unreadable("damaged"))
      )
    const facts = (path: Buffer | string) =>
      told(path, { facts: true }, PdfFacts).pipe(Effect.withSpan("pictures.pdfFacts"))
    const lines = (path: Buffer | string, number: number) =>
      told(path, { page: number, text: true }, PdfLines).pipe(
        Effect.map((found) => found.lines),
        Effect.withSpan("pictures.pdfLines")
      )
    const find = (path: Buffer | string, words: string, from: number) =>
      told(path, { page: from, find: words }, PdfMatches).pipe(Effect.withSpan("pictures.pdfFind"))
    const page = (path: Buffer | string, number: number, width: number) =>
      ask(path, { page: number, longest: Math.min(width, LARGEST_PAGE) }).pipe(
        Effect.flatMap((answer) =>
          "frame" in answer ? Effect.succeed(answer.frame) : unreadable("no-page")
        ),
        Effect.withSpan("pictures.pdfPage")
      )
    return { facts, find, lines, page }
  })

export const livePdfDecoder: Layer.Layer<PdfDecoder> = Layer.scoped(PdfDecoder, pdfDecoder(CPU_SECONDS)).pipe(
  Layer.provide(liveChildren)
)
