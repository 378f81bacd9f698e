import { Children } from "@media/children/Children"
import { liveChildren } from "@media/children/LiveChildren"
import { installRoot } from "@media/kernel/ProcessConfig"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Pool from "effect/Pool"
import { join } from "node:path"
import { askDecoder, type DecoderAnswer, type Wanted } from "./DecoderTalk.ts"
import { ImageDecoder } from "./ImageDecoder.ts"
import { imageFactsFrom } from "./ImageFacts.ts"
import { unreadFormatOf } from "./ImageType.ts"
import { NoPicture } from "./PictureErrors.ts"
import { LARGEST, LARGEST_PAGE } from "./PictureSet.ts"

/** No camera that people carry takes more. */
const MOST_PIXELS = 60_000_000
/**
 * What one picture of 60 megapixels takes at its worst (2026-11-22, libvips 8.17): AVIF 1,100 MB (1.6 KB of file), interlaced
 * PNG of 16 bits 580, GIF 340, progressive JPEG 240, WebP 130, plain PNG and TIFF 110.
 */
const MEMORY_BYTES = 1_536 * 1024 ** 2
const SECONDS = 20
/** Two at a time, as many as there are processors on small machines; each is 60 MB when it has nothing to do. */
const MOST_DECODERS = 2
const IDLE = "20 seconds"
/** libvips keeps what it took from the system: a new process gives it back. */
const PICTURES_EACH = 500
const NICE = 5

const damaged = (reason: string) => new NoPicture({ code: "damaged", reason })

const toNoPicture = (message: string, head: Buffer): NoPicture => {
  if (/pixel limit/i.test(message))
    return new NoPicture({ code: "too-large", reason: "The picture has more than 60 megapixels." })
  if (/memory/i.test(message))
    return new NoPicture({ code: "too-large", reason: "The picture needs too much memory." })
  if (/unsupported image format|operation is blocked|has not been built in/i.test(message)) {
    const format = unreadFormatOf(head)
    const reason =
      format === undefined
        ? "This is not a JPEG, PNG, WebP, AVIF or GIF picture."
        : `${format} pictures cannot be decoded by this server.`
    return new NoPicture({ code: "unknown-type", reason })
  }
  return damaged("The picture cannot be read; it may be damaged.")
}

const program = () => join(installRoot(), "packages/pictures/bin/decode.mjs")

const startDecoder = Effect.gen(function* () {
  const children = yield* Children
  const { stdin, stdout } = yield* children.stream({
    program: process.execPath,
    args: ["--max-old-space-size=128", program(), String(LARGEST), String(MOST_PIXELS), String(SECONDS)],
    network: false,
    nice: NICE,
    stdin: "pipe",
    limits: { memoryBytes: MEMORY_BYTES, fileBytes: 0 }
  })
  return { talk: { stdin: stdin!, stdout }, asked: 0 }
})

/** Started when they are needed; a decoder that ends takes only its picture with it. */
export const liveImageDecoder: Layer.Layer<ImageDecoder> = Layer.scoped(
  ImageDecoder,
  Effect.gen(function* () {
    const decoders = yield* Pool.makeWithTTL({
      acquire: startDecoder,
      min: 0,
      max: MOST_DECODERS,
      timeToLive: IDLE
    })
    const once = (input: Buffer | string, wanted: Wanted) =>
      Effect.scoped(
        Effect.gen(function* () {
          const decoder = yield* decoders.get
          decoder.asked += 1
          return yield* Effect.tryPromise({
            try: () => askDecoder(decoder.talk, input, wanted),
            catch: (cause) => ({ _tag: "DecoderEnded", cause }) as const
          }).pipe(
            // Its own limit comes first, unless it hangs in a decoder.
            Effect.timeout((SECONDS + 10) * 1_000),
            Effect.onExit((exit) =>
              Exit.isSuccess(exit) && decoder.asked < PICTURES_EACH
                ? Effect.void
                : decoders.invalidate(decoder)
            )
          )
        })
      )
    const ask = (input: Buffer | string, wanted: Wanted) =>
      once(input, wanted).pipe(
        // All that wait may have been ended at once, or this one for the memory of another.
        Effect.retry({ times: MOST_DECODERS, while: ({ _tag }) => _tag === "DecoderEnded" }),
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
    const decode = (input: Buffer | string, longest = LARGEST) =>
      ask(input, { longest: Math.min(longest, LARGEST_PAGE) }).pipe(
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
