import * as Effect from "effect/Effect"
import { encoder } from "./Encoder.ts"
import { ImageDecoder } from "./ImageDecoder.ts"
import type { DecoderBusy, NoPicture } from "./PictureErrors.ts"
import { givePixelsBack } from "./PixelMemory.ts"
import { LARGEST, type PictureSet } from "./PictureSet.ts"
import { type Box, type RawFrame, wholeOf } from "./RawFrame.ts"

/** Encodes at most two pictures at a time, because encoding occupies Node's pool of four threads, which disk access also needs. */
const slots = Effect.unsafeMakeSemaphore(2)

/** Encodes a decoded frame, cut to `box`. */
export const pictureOfFrame = (frame: RawFrame, box: Box): Effect.Effect<PictureSet> =>
  slots.withPermits(1)(encoder(({ encodeFrame }) => encodeFrame(frame, box)))

/**
 * Converts a picture from a file or upload: decodes it, rotates it upright, puts it on white by default if it is
 * transparent, and encodes it again. The result contains no other data of the original, such as its metadata or data
 * after its end.
 */
export const pictureOfImage = (
  input: Buffer | string,
  /** True to decode the available part of a truncated file. The result is marked as incomplete. */
  isTolerant = false,
  /** True to keep transparent parts transparent. */
  isTransparent = false
): Effect.Effect<PictureSet, NoPicture | DecoderBusy, ImageDecoder> =>
  Effect.gen(function* () {
    const decoder = yield* ImageDecoder
    const frame = yield* decoder.decode(input, { longest: LARGEST, isTolerant, isTransparent })
    const set = yield* pictureOfFrame(frame, wholeOf(frame))
    givePixelsBack(frame.data)
    return frame.isIncomplete === true ? { ...set, isIncomplete: true } : set
  })

/** Converts a stored WebP for clients that accept AVIF. The caller limits how many conversions run at a time. */
export const toAvif = (bytes: Buffer): Effect.Effect<Buffer> => encoder(({ encodeAvif }) => encodeAvif(bytes))

/** Converts a stored WebP for clients that do not accept WebP. */
export const toJpeg = (bytes: Buffer): Effect.Effect<Buffer> =>
  slots.withPermits(1)(encoder(({ encodeJpeg }) => encodeJpeg(bytes)))

/** Combines two to four stored pictures into one picture with this width. */
export const mosaicOf = (
  pictures: ReadonlyArray<Buffer>,
  width: number,
  form: "webp" | "jpeg"
): Effect.Effect<Buffer> =>
  slots.withPermits(1)(encoder(({ encodeMosaic }) => encodeMosaic(pictures, width, form)))

/**
 * Converts an image from any source to a JPEG. The image is decoded as in `pictureOfImage`. With
 * `longest`, neither side is longer than this number of pixels. With `widest`, only the width is
 * limited.
 */
export const jpegOf = (
  bytes: Buffer,
  size: { readonly longest: number } | { readonly widest: number }
): Effect.Effect<Buffer, NoPicture | DecoderBusy, ImageDecoder> =>
  Effect.gen(function* () {
    const decoder = yield* ImageDecoder
    return yield* jpegOfFrame(yield* decoder.decode(bytes, size))
  })

export const jpegOfFrame = (frame: RawFrame): Effect.Effect<Buffer> =>
  slots.withPermits(1)(encoder(({ encodePixels }) => encodePixels(frame, 85)))
