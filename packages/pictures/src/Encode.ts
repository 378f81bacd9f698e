import { createHash } from "node:crypto"
import type { Sharp } from "sharp"
import { rgbaToThumbHash } from "thumbhash"
import { LARGEST, type PictureSet, type SizedPicture, widthsOf } from "./PictureSet.ts"
import type { Box, RawFrame } from "./RawFrame.ts"
import { sharp } from "./Sharp.ts"

/**
 * WebP options. CPU time and total bytes for the sizes 1280, 640 and 320 of a video frame (2 shared cores, 2026-11-22):
 * WebP takes 77 ms and 116 KB with effort 2, and 133 ms and 110 KB with effort 4. AVIF takes 280 ms and 69 KB with
 * effort 1, and 3.2 s and 64 KB with effort 4.
 */
const WEBP = { quality: 78, effort: 2 } as const
/**
 * AVIF options. Converting a photo from WebP results in 70% of the bytes (2026-11-23):
 * - 320 pixels: 12 ms of CPU, 9 KB
 * - 640 pixels: 35 ms of CPU, 32 KB
 * - 1280 pixels: 136 ms of CPU, 115 KB
 *
 * Effort 1 takes twice the time and saves 3%.
 */
const AVIF = { quality: 58, effort: 0, chromaSubsampling: "4:2:0" } as const
/**
 * Side in pixels of the picture for ThumbHash, which keeps at most 7 frequencies per axis. 32 pixels take 2.4 ms of
 * CPU, and 64 pixels take 7.0 ms (2026-11-23).
 */
const HASHED = 32

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
 * Encodes all sizes of a picture. The picture must be upright and fit within `LARGEST`. Each size is made from the next
 * larger size, which takes 3% less CPU time than making all sizes from the largest.
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

/**
 * Cuts the picture to the box and limits its size. A decoded picture already has its final size, and resizing it again
 * would take 3 ms.
 */
const within = async ({ data, hasAlpha, height, width }: RawFrame, box: Box): Promise<Pixels> => {
  const info = { width, height, channels: hasAlpha === true ? 4 : 3 } as const
  const isWhole = box.width === width && box.height === height
  if (isWhole && Math.max(width, height) <= LARGEST)
    return { data: Buffer.from(data.buffer, data.byteOffset, data.length), info }
  return pixelsOf(sharp(data, { raw: info }).extract(box).resize(inside))
}

/** Encodes a decoded frame, cut to `box`. */
export const encodeFrame = async (frame: RawFrame, box: Box): Promise<PictureSet> =>
  makeSet(await within(frame, box))

export const encodeAvif = (bytes: Buffer): Promise<Buffer> => sharp(bytes).avif(AVIF).toBuffer()

export const encodeJpeg = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes).flatten({ background: "#ffffff" }).jpeg({ quality: 80 }).toBuffer()

/** Encodes RGB pixels as JPEG. */
export const encodePixels = (
  { data, height, width }: Pick<RawFrame, "data" | "height" | "width">,
  quality: number,
  seconds?: number
): Promise<Buffer> => {
  const image = sharp(data, { raw: { width, height, channels: 3 } })
  return (seconds === undefined ? image : image.timeout({ seconds })).jpeg({ quality }).toBuffer()
}

interface Cell {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * Returns the position and size of each of two to four pictures in a mosaic. With three pictures, the first one takes the full height.
 */
const cellsOf = (count: number, width: number, height: number): ReadonlyArray<Cell> => {
  const [half, middle] = [Math.floor(width / 2), Math.floor(height / 2)]
  const cell = (isRight: boolean, isLow: boolean, isTall: boolean): Cell => ({
    left: isRight ? half : 0,
    top: isLow ? middle : 0,
    width: isRight ? width - half : half,
    height: isTall ? height : isLow ? height - middle : middle
  })
  if (count === 2) return [cell(false, false, true), cell(true, false, true)]
  if (count === 3) return [cell(false, false, true), cell(true, false, false), cell(true, true, false)]
  return [
    ...[cell(false, false, false), cell(true, false, false)],
    ...[cell(false, true, false), cell(true, true, false)]
  ]
}

/** Combines two to four pictures into one 16:9 picture. Each picture is cropped to its cell. */
export const encodeMosaic = async (
  pictures: ReadonlyArray<Buffer>,
  width: number,
  form: "webp" | "jpeg"
): Promise<Buffer> => {
  const height = Math.round((width * 9) / 16)
  const cells = cellsOf(pictures.length, width, height)
  const parts = await Promise.all(
    cells.map(async (cell, n) => ({
      ...{ left: cell.left, top: cell.top },
      input: await sharp(pictures[n]).resize(cell.width, cell.height, { fit: "cover" }).png().toBuffer()
    }))
  )
  const sheet = sharp({ create: { width, height, channels: 3, background: "#111" } }).composite(parts)
  return (form === "webp" ? sheet.webp(WEBP) : sheet.jpeg({ quality: 80 })).toBuffer()
}
