import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { Sharp } from "sharp"
import { rgbaToThumbHash } from "thumbhash"
import { ImageDecoder } from "./ImageDecoder.ts"
import type { DecoderBusy, NoPicture } from "./PictureErrors.ts"
import { givePixelsBack } from "./PixelMemory.ts"
import { LARGEST, type PictureSet, type SizedPicture, widthsOf } from "./PictureSet.ts"
import { type Box, type RawFrame, wholeOf } from "./RawFrame.ts"
import { sharp } from "./Sharp.ts"

/**
 * CPU time and bytes of 1280 + 640 + 320 pixels of a video (2 shared cores, 2026-11-22): WebP with effort 2 is 77 ms and
 * 116 KB, with effort 4 133 ms and 110 KB; AVIF with effort 1 is 280 ms and 69 KB, with effort 4 3.2 s and 64 KB.
 */
const WEBP = { quality: 78, effort: 2 } as const
/**
 * From the WebP of a photo (2026-11-23): 12, 35 and 136 ms of CPU for 320, 640 and 1280 pixels, and 70 % of its bytes
 * (9, 32 and 115 KB); effort 1 takes twice the time for 3 % less.
 */
const AVIF = { quality: 58, effort: 0, chromaSubsampling: "4:2:0" } as const
/** The hash keeps 7 waves each way: 2.4 ms of CPU instead of 7.0 for 64 (2026-11-23). */
const HASHED = 32

/** Two pictures at a time in one process: four threads serve the disk, too. */
const slots = Effect.unsafeMakeSemaphore(2)

interface Pixels {
  readonly data: Buffer
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 }
}

const pixelsOf = (image: Sharp): Promise<Pixels> => image.raw().toBuffer({ resolveWithObject: true })

const imageOf = ({ data, info }: Pixels): Sharp => sharp(data, { raw: info })

const thumbHashOf = async (pixels: Pixels): Promise<string> => {
  const small = imageOf(pixels).resize(HASHED, HASHED, { fit: "inside" }).ensureAlpha()
  const { data, info } = await pixelsOf(small)
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64")
}

/**
 * All fit within `LARGEST` and are upright. Each size comes from the next larger one: 3 % less than all from the
 * largest.
 */
const makeSet = async (pixels: Pixels): Promise<PictureSet> => {
  const { height, width } = pixels.info
  const sizes: Array<SizedPicture> = []
  let last = pixels
  for (const each of [...widthsOf(width)].reverse()) {
    const size = { width: each, height: Math.max(1, Math.round((height * each) / width)) }
    if (each < width) last = await pixelsOf(imageOf(last).resize({ ...size, fit: "fill" }))
    sizes.unshift({ width: each, bytes: await imageOf(last).webp(WEBP).toBuffer() })
  }
  const thumbHash = await thumbHashOf(last)
  const version = createHash("sha256").update(sizes.at(-1)!.bytes).digest("hex").slice(0, 12)
  return { version, width, height, thumbHash, sizes }
}

const inside = { width: LARGEST, height: LARGEST, fit: "inside", withoutEnlargement: true } as const

/** A decoded picture has its size already: another pass would take 3 ms. */
const within = async ({ data, height, width }: RawFrame, box: Box): Promise<Pixels> => {
  const info = { width, height, channels: 3 } as const
  const isWhole = box.width === width && box.height === height
  if (isWhole && Math.max(width, height) <= LARGEST)
    return { data: Buffer.from(data.buffer, data.byteOffset, data.length), info }
  return pixelsOf(sharp(data, { raw: info }).extract(box).resize(inside))
}

/** The picture of a decoded frame, cut to `box`. */
export const pictureOfFrame = (frame: RawFrame, box: Box): Effect.Effect<PictureSet> =>
  slots.withPermits(1)(Effect.promise(async () => makeSet(await within(frame, box))))

/**
 * The picture in a file or upload: decoded, upright, on white if it is transparent, and encoded again. Nothing else of
 * the original (its metadata, data after its end) is in the result.
 */
export const pictureOfImage = (
  input: Buffer | string,
  /** A truncated file returns its existing part, marked as incomplete. */
  isTolerant = false
): Effect.Effect<PictureSet, NoPicture | DecoderBusy, ImageDecoder> =>
  Effect.gen(function* () {
    const decoder = yield* ImageDecoder
    const frame = yield* decoder.decode(input, { longest: LARGEST, isTolerant })
    const set = yield* pictureOfFrame(frame, wholeOf(frame))
    givePixelsBack(frame.data)
    return frame.isIncomplete === true ? { ...set, isIncomplete: true } : set
  })

/** For clients that accept AVIF, from the stored WebP. The caller limits how many run at a time. */
export const toAvif = (bytes: Buffer): Effect.Effect<Buffer> =>
  Effect.promise(() => sharp(bytes).avif(AVIF).toBuffer())

/** For clients that do not take WebP. */
export const toJpeg = (bytes: Buffer): Effect.Effect<Buffer> =>
  slots.withPermits(1)(Effect.promise(() => sharp(bytes).jpeg({ quality: 80 }).toBuffer()))

/** The picture in bytes of any origin as a JPEG, decoded like `pictureOfImage`: neither side longer than `longest`, or no wider than `widest`. */
export const jpegOf = (
  bytes: Buffer,
  size: { readonly longest: number } | { readonly widest: number }
): Effect.Effect<Buffer, NoPicture | DecoderBusy, ImageDecoder> =>
  Effect.gen(function* () {
    const decoder = yield* ImageDecoder
    return yield* jpegOfFrame(yield* decoder.decode(bytes, size))
  })

export const jpegOfFrame = ({ data, height, width }: RawFrame): Effect.Effect<Buffer> =>
  slots.withPermits(1)(
    Effect.promise(() =>
      sharp(data, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 85 })
        .toBuffer()
    )
  )
