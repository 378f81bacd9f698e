import * as Effect from "effect/Effect"
import { encoder } from "./Encoder.ts"
import { ImageDecoder } from "./ImageDecoder.ts"
import type { DecoderBusy, NoPicture } from "./PictureErrors.ts"
import { givePixelsBack } from "./PixelMemory.ts"
import { LARGEST, type PictureSet } from "./PictureSet.ts"
import { type Box, type RawFrame, wholeOf } from "./RawFrame.ts"

/** Two pictures at a time in one process: four threads serve the disk, too. */
const slots = Effect.unsafeMakeSemaphore(2)

/** The picture of a decoded frame, cut to `box`. */
export const pictureOfFrame = (frame: RawFrame, box: Box): Effect.Effect<PictureSet> =>
  slots.withPermits(1)(encoder(({ encodeFrame }) => encodeFrame(frame, box)))

/**
 * The picture in a file or upload: decoded, upright, by default on white if it is transparent, and encoded again. Nothing else of
 * the original (its metadata, data after its end) is in the result.
 */
export const pictureOfImage = (
  input: Buffer | string,
  /** A truncated file returns its existing part, marked as incomplete. */
  isTolerant = false,
  /** Transparent parts stay transparent. */
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

/** For clients that do not accept WebP. */
export const toJpeg = (bytes: Buffer): Effect.Effect<Buffer> =>
  slots.withPermits(1)(encoder(({ encodeJpeg }) => encodeJpeg(bytes)))

/** Combines two to four of our own pictures into one of this width. */
export const mosaicOf = (
  pictures: ReadonlyArray<Buffer>,
  width: number,
  form: "webp" | "jpeg"
): Effect.Effect<Buffer> =>
  slots.withPermits(1)(encoder(({ encodeMosaic }) => encodeMosaic(pictures, width, form)))

/**
 * Converts an image of any origin to a JPEG, decoded like `pictureOfImage`: neither side is longer than `longest`, or
 * it is no wider than `widest`.
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
