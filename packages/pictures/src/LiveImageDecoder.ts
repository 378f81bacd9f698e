import { liveChildren } from "@media/children/LiveChildren"
import { installRoot } from "@media/kernel/ProcessConfig"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { type DecoderFailed, decoderPool } from "./DecoderPool.ts"
import type { DecoderAnswer, Wanted } from "./DecoderTalk.ts"
import { ImageDecoder } from "./ImageDecoder.ts"
import { imageFactsFrom } from "./ImageFacts.ts"
import { unreadFormatOf } from "./ImageType.ts"
import { NoPicture } from "./PictureErrors.ts"
import { heightOf, LARGEST, LARGEST_PAGE } from "./PictureSet.ts"

/**
 * Maximum number of pixels in formats that libvips decodes in memory as a whole. Plain JPEG and PNG may have more
 * pixels: `bin/memory.mjs`.
 */
const MOST_PIXELS = 60_000_000
/**
 * Maximum memory of a decoder in bytes. JPEG XL of 24 megapixels takes most of this memory. With libvips, a picture of
 * 60 megapixels takes at most (2026-11-23, 8.17): GIF 340 MB, progressive JPEG 250, WebP 130, plain PNG and TIFF 110.
 * AVIF (1,100 MB) and interlaced PNG with 16 bits (580 MB) of that size are rejected before decoding: `bin/memory.mjs`.
 */
const MEMORY_BYTES = 1_536 * 1024 ** 2
/**
 * CPU limit in seconds. A photo of 20 megapixels in AVIF with 10 bits takes 6 seconds on a processor from 2023. A small
 * server is up to five times slower.
 */
const CPU_SECONDS = 60
/** Maximum number of pictures per process. libvips does not release its memory, so the process is then replaced. */
const PICTURES_EACH = 500

const damaged = () => new NoPicture({ code: "damaged", reason: "The picture is damaged." })
const failed = ({ isSlow }: DecoderFailed) =>
  isSlow
    ? new NoPicture({ code: "too-slow", reason: "The picture takes too long to decode." })
    : new NoPicture({
        code: "damaged",
        reason: "The picture is damaged, or decoding it needs too much memory."
      })

/** Messages about rejected formats whose name alone would not explain the rejection, keyed by name. */
const REASONS: Readonly<Record<string, string>> = {
  SVG: "This server does not decode SVG pictures, because an SVG file can contain scripts.",
  TIFF: "The TIFF file is damaged, or uses a compression that this server does not support."
}

const toNoPicture = (message: string, head: Buffer): NoPicture => {
  if (/pixel limit/i.test(message))
    return new NoPicture({ code: "too-large", reason: "The picture has too many pixels." })
  if (/memory/i.test(message))
    return new NoPicture({ code: "too-large", reason: "The picture needs too much memory." })
  if (message === "no preview")
    return new NoPicture({
      code: "unknown-type",
      reason: "The camera raw photo contains no usable preview."
    })
  if (/unsupported (image format|codec|feature)|operation is blocked|has not been built in/i.test(message)) {
    const format = unreadFormatOf(head)
    const reason =
      format === undefined
        ? "This is not a JPEG, PNG, WebP, AVIF, HEIC, JPEG XL, GIF or TIFF picture."
        : (REASONS[format] ?? `This server does not decode ${format} pictures.`)
    return new NoPicture({ code: "unknown-type", reason })
  }
  return damaged()
}

type Size = NonNullable<Parameters<Context.Tag.Service<typeof ImageDecoder>["decode"]>[1]>

const program = () => join(installRoot(), "packages/pictures/bin/decode.mjs")

/** Creates the decoder. Its processes start on demand. If a process ends, only its current picture fails. */
export const imageDecoder = (cpuSeconds: number) =>
  Effect.gen(function* () {
    const asked = yield* decoderPool({
      args: ["--max-old-space-size=128", program(), String(LARGEST), String(MOST_PIXELS)],
      memoryBytes: MEMORY_BYTES,
      cpuSeconds,
      questionsEach: PICTURES_EACH
    })
    const ask = (input: Buffer | string, wanted: Wanted) =>
      asked(input, wanted).pipe(
        Effect.catchTag("DecoderFailed", (cause): Effect.Effect<DecoderAnswer, NoPicture> =>
          Effect.zipRight(Effect.logWarning("A picture could not be decoded", cause), failed(cause))
        ),
        Effect.flatMap((answer) =>
          "error" in answer ? toNoPicture(answer.error, answer.head) : Effect.succeed(answer)
        )
      )
    const decode = (
      input: Buffer | string,
      { isTolerant = false, isTransparent = false, ...size }: Size = { longest: LARGEST }
    ) =>
      ask(input, {
        isTolerant,
        ...(isTransparent ? { isTransparent } : {}),
        ...("widest" in size
          ? { longest: heightOf(size.widest), widest: size.widest }
          : { longest: Math.min(size.longest, LARGEST_PAGE) })
      }).pipe(
        Effect.flatMap((answer) => ("frame" in answer ? Effect.succeed(answer.frame) : damaged())),
        Effect.withSpan("pictures.decode")
      )
    const facts = (input: Buffer | string) =>
      ask(input, { facts: true }).pipe(
        Effect.flatMap((answer) =>
          "facts" in answer ? Effect.mapError(imageFactsFrom(answer.facts), damaged) : damaged()
        ),
        Effect.withSpan("pictures.facts")
      )
    return { decode, facts }
  })

export const liveImageDecoder: Layer.Layer<ImageDecoder> = Layer.scoped(
  ImageDecoder,
  imageDecoder(CPU_SECONDS)
).pipe(Layer.provide(liveChildren))
