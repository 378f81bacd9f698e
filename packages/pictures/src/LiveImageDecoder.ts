import { liveChildren } from "@media/children/LiveChildren"
import { installRoot } from "@media/kernel/ProcessConfig"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { decoderPool } from "./DecoderPool.ts"
import type { DecoderAnswer, Wanted } from "./DecoderTalk.ts"
import { ImageDecoder } from "./ImageDecoder.ts"
import { imageFactsFrom } from "./ImageFacts.ts"
import { unreadFormatOf } from "./ImageType.ts"
import { NoPicture } from "./PictureErrors.ts"
import { heightOf, LARGEST, LARGEST_PAGE } from "./PictureSet.ts"

/** Of what libvips holds as a whole. Plain JPEG and PNG may have more: `bin/memory.mjs`. */
const MOST_PIXELS = 60_000_000
/**
 * JPEG XL of 24 megapixels takes most of it. Of libvips one picture of 60 megapixels takes at its worst (2026-11-23, 8.17): GIF 340
 * MB, progressive JPEG 250, WebP 130, plain PNG and TIFF 110. AVIF (1,100) and interlaced PNG of 16 bits (580) of that size are
 * refused before they are decoded: `bin/memory.mjs`.
 */
const MEMORY_BYTES = 1_536 * 1024 ** 2
const SECONDS = 20
/** libvips keeps what it took from the system: a new process gives it back. */
const PICTURES_EACH = 500

const damaged = (reason: string) => new NoPicture({ code: "damaged", reason })

const toNoPicture = (message: string, head: Buffer): NoPicture => {
  if (/pixel limit/i.test(message))
    return new NoPicture({ code: "too-large", reason: "The picture has too many pixels." })
  if (/memory/i.test(message))
    return new NoPicture({ code: "too-large", reason: "The picture needs too much memory." })
  if (message === "no preview")
    return new NoPicture({
      code: "unknown-type",
      reason: "The camera raw photo holds no preview that can be shown."
    })
  if (/unsupported (image format|codec|feature)|operation is blocked|has not been built in/i.test(message)) {
    const format = unreadFormatOf(head)
    const reason =
      format === undefined
        ? "This is not a JPEG, PNG, WebP, AVIF, HEIC, JPEG XL or GIF picture."
        : `${format} pictures cannot be decoded by this server.`
    return new NoPicture({ code: "unknown-type", reason })
  }
  return damaged("The picture cannot be read; it may be damaged.")
}

const program = () => join(installRoot(), "packages/pictures/bin/decode.mjs")

/** Started when they are needed; a decoder that ends takes only its picture with it. */
export const liveImageDecoder: Layer.Layer<ImageDecoder> = Layer.scoped(
  ImageDecoder,
  Effect.gen(function* () {
    const asked = yield* decoderPool({
      args: ["--max-old-space-size=128", program(), String(LARGEST), String(MOST_PIXELS), String(SECONDS)],
      memoryBytes: MEMORY_BYTES,
      // Its own limit comes first, unless it hangs in a decoder.
      seconds: SECONDS + 10,
      questionsEach: PICTURES_EACH
    })
    const ask = (input: Buffer | string, wanted: Wanted) =>
      asked(input, wanted).pipe(
        Effect.catchAll((cause): Effect.Effect<DecoderAnswer, NoPicture> =>
          Effect.zipRight(
            Effect.logWarning("A picture could not be decoded", cause),
            damaged("The picture cannot be read; it may be damaged or need too much memory.")
          )
        ),
        Effect.flatMap((answer) =>
          "error" in answer ? toNoPicture(answer.error, answer.head) : Effect.succeed(answer)
        )
      )
    const wrong = () => damaged("The picture cannot be read; it may be damaged.")
    const decode = (
      input: Buffer | string,
      size: { readonly longest: number } | { readonly widest: number } = { longest: LARGEST }
    ) =>
      ask(
        input,
        "widest" in size
          ? { longest: heightOf(size.widest), widest: size.widest }
          : { longest: Math.min(size.longest, LARGEST_PAGE) }
      ).pipe(
        Effect.flatMap((answer) => ("frame" in answer ? Effect.succeed(answer.frame) : wrong())),
        Effect.withSpan("pictures.decode")
      )
    const facts = (input: Buffer | string) =>
      ask(input, { facts: true }).pipe(
        Effect.flatMap((answer) =>
          "facts" in answer ? Effect.mapError(imageFactsFrom(answer.facts), wrong) : wrong()
        ),
        Effect.withSpan("pictures.facts")
      )
    return { decode, facts }
  })
).pipe(Layer.provide(liveChildren))
