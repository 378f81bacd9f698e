// Decodes untrusted pictures, one after another, in a separate process that may crash. `LiveImageDecoder` starts this
// file with limits on memory and files, and without the server's environment. If the system supports it, the process
// has no network access. This file is started directly, both from the sources and from the bundle, so it is plain
// JavaScript.
//
// A request is a line of JSON: `{"path": ...}`, or `{"length": n}` followed by n bytes. `longest` changes the maximum
// side, and `widest` limits the width separately. The response is also a line of JSON:
// - `{"width", "height", "channels"}`, followed by the pixels. The pixels are RGB, or RGBA if the request contains
//   `"isTransparent": true`. If the request contains `"isTolerant": true`, a truncated file is decoded as far as
//   possible, and the response contains `"isIncomplete": true`.
// - `{"facts": ...}` with the file's metadata, if the request contains `"facts": true`.
// - `{"error", "head"}` if the request fails. `head` contains the first bytes of the file in base64.
import readExif from "exif-reader"
import sharp from "sharp"
import { apart } from "./apart.mjs"
import { requireMemory, streamedPixels } from "./memory.mjs"
import { namedProfile } from "./nclx.mjs"
import { rawPhoto } from "./raw.mjs"
import { formatOf, sourceOf } from "./source.mjs"
import { inProfile } from "./tiff.mjs"
import { exifTime, tiffTime, xmpTime } from "./times.mjs"
import { titleOf } from "./titles.mjs"

// Enables only decoders of pure picture formats: SVG runs a layout engine and reads other files, and the decoders of
// PDF and other formats have hardly been reviewed.
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Heif", "Nsgif", "Tiff"].map((format) => `VipsForeignLoad${format}`)
})
sharp.concurrency(1)
sharp.cache(false)

const HEAD_BYTES = 32
const [, , longest, mostPixels] = process.argv.map(Number)

/** Returns resize options. `box` is the maximum width and height. */
const inside = (box) => ({ ...box, fit: "inside", withoutEnlargement: true })

const pixelsOf = (image, { isTransparent = false, ...box }) => {
  const small = image.autoOrient().resize(inside(box))
  const colored = isTransparent
    ? small.toColorspace("srgb").ensureAlpha()
    : small.flatten({ background: "#ffffff" }).toColorspace("srgb").removeAlpha()
  return colored.raw().toBuffer({ resolveWithObject: true })
}

const limits = { limitInputPixels: mostPixels, failOn: "error", pages: 1 }

/** Rotates a picture upright according to its EXIF orientation. */
const upright = async (image, orientation) => {
  if (![2, 3, 4, 5, 6, 7, 8].includes(orientation)) return image
  const bytes = await image.jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer()
  return sharp(bytes, limits)
}

/** Maximum size in bytes of files in formats that are read into memory as a whole. */
const MOST_WHOLE_BYTES = 256 * 1024 ** 2
const wholeOf = (source) => {
  if (source.size > MOST_WHOLE_BYTES) throw new Error("The file needs too much memory.")
  return source.read(0, source.size)
}

/** Decodes the JPEG preview that the camera stored in a raw photo. Scales it down before rotating it, to save memory. */
const decodeRaw = async ({ jpeg, orientation }, wanted) => {
  const box = { ...wanted, isTransparent: false }
  if (jpeg === undefined) throw new Error("no preview")
  if (orientation === undefined) return pixelsOf(sharp(jpeg, limits), box)
  // The orientation in the JPEG is ignored. Some cameras write the orientation both to the raw file and to its JPEG,
  // and the picture would be rotated twice.
  const small = sharp(jpeg, limits).resize(inside(box)).toColorspace("srgb")
  return pixelsOf(await upright(small, orientation), box)
}

const decodeHeic = async (input, source, box) => {
  const { data, height, width } = await apart({ format: "heic", bytes: wholeOf(source), mostPixels })
  const raw = { width, height, channels: 4 }
  const { data: small, info } = await sharp(data, { raw })
    .resize(inside(box))
    .flatten({ background: "#ffffff" })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { icc = await namedProfile(source) } = await sharp(input, { limitInputPixels: false })
    .metadata()
    .catch(() => ({}))
  if (icc === undefined) return { data: small, info }
  return pixelsOf(sharp(inProfile(small, info, icc)), box)
}

/**
 * Returns the color profile of a picture if `sharp` would not apply it: for a picture with 16 bits,
 * or for an AVIF that declares its colors by numbers. Undefined for all other pictures.
 */
const profileApart = async (input, source) => {
  const head = source.read(0, HEAD_BYTES)
  const isTiff = ["II*\0", "MM\0*"].includes(head.toString("latin1", 0, 4))
  // In a PNG, the byte at offset 24 is the bit depth.
  const isAvif = head.toString("latin1", 4, 8) === "ftyp"
  if (!isTiff && !isAvif && head[24] !== 16) return undefined
  const { depth, icc, space } = await sharp(input, { limitInputPixels: false }).metadata()
  if (icc === undefined) return isAvif ? namedProfile(source) : undefined
  return depth === "ushort" && space === "rgb16" ? icc : undefined
}

const decodePlain = async (input, source, box, within) => {
  const profile = await profileApart(input, source)
  if (profile === undefined) return pixelsOf(sharp(input, within), box)
  // The temporary TIFF that carries the profile does not support transparency.
  const opaque = { ...box, isTransparent: false }
  const { data, info } = await pixelsOf(sharp(input, { ...within, ignoreIcc: true }), opaque)
  return pixelsOf(sharp(inProfile(data, info, profile)), opaque)
}

/** True for formats whose decoders return the available part of a truncated file. */
const startsPlain = (head) =>
  head.readUInt16BE(0) === 0xffd8 ||
  head.toString("latin1", 1, 4) === "PNG" ||
  (head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP")

/** Decodes a damaged picture as far as possible. Rejects with `error` if no part can be decoded. */
const decodeTolerant = async (input, source, box, error) => {
  const head = source.read(0, HEAD_BYTES)
  if (head.length < HEAD_BYTES || !startsPlain(head)) throw error
  try {
    const found = await decodePlain(input, source, box, { ...limits, failOn: "none" })
    return { ...found, isIncomplete: true }
  } catch {
    throw error
  }
}

const decode = async (input, source, box) => {
  const format = formatOf(source.read(0, HEAD_BYTES))
  if (format === "heic") return decodeHeic(input, source, box)
  if (format === "jxl") {
    const { png } = await apart({ format, bytes: wholeOf(source), mostPixels })
    return pixelsOf(sharp(png, limits), box)
  }
  const raw = rawPhoto(source, mostPixels)
  if (raw !== undefined) return decodeRaw(raw, box)
  await requireMemory(input, source)
  try {
    return await decodePlain(input, source, box, limits)
  } catch (error) {
    if (!/pixel limit/i.test(String(error?.message))) throw error
    const limitInputPixels = await streamedPixels(input, source)
    if (limitInputPixels === undefined) throw error
    return decodePlain(input, source, box, { ...limits, limitInputPixels })
  }
}

/** Maximum size of an EXIF block in bytes. Larger blocks are ignored. In a JPEG, EXIF fits into 64 KiB. */
const MOST_EXIF_BYTES = 256 * 1024
/** Parses EXIF. Damaged EXIF counts as missing, because the picture can be used without EXIF. */
const exifOf = (bytes) => {
  try {
    return bytes === undefined || bytes.length > MOST_EXIF_BYTES ? {} : readExif(bytes)
  } catch {
    return {}
  }
}
const words = (value) => (typeof value === "string" ? value.slice(0, 200) : undefined)
const number = (value) => (typeof value === "number" && Number.isFinite(value) ? value : undefined)
/** Converts degrees, minutes and seconds to degrees. */
const degrees = (parts, reference) => {
  if (!Array.isArray(parts) || parts.length < 1) return undefined
  const [whole = 0, minutes = 0, seconds = 0] = parts
  const value = whole + minutes / 60 + seconds / 3600
  return number(reference === "S" || reference === "W" ? -value : value)
}

/** Maximum number of PNG chunks to search. The animation chunk is among the first. */
const MOST_CHUNKS = 64
const MOST_FRAMES = 1_000_000
/**
 * Counts the frames of a PNG, because libvips reads only the first one. The chunk `acTL`, if present, precedes the
 * pixels.
 */
const framesOfPng = (source) => {
  for (let at = 8, n = 0; n < MOST_CHUNKS; n++) {
    const head = source.read(at, 12)
    if (head.length < 12) return 1
    const type = head.toString("latin1", 4, 8)
    if (type === "acTL") return Math.min(Math.max(1, head.readUInt32BE(8)), MOST_FRAMES)
    if (type === "IDAT") return 1
    at += 12 + head.readUInt32BE(0)
  }
  return 1
}
const framesOf = ({ format, pages = 1 }, source) =>
  format === "heif" ? 1 : format === "png" ? framesOfPng(source) : pages

/** Returns a picture's metadata in the form that `sharp` uses, also for raw photos and JPEG XL, which `sharp` cannot read. */
const headersOf = async (input, source) => {
  if (formatOf(source.read(0, HEAD_BYTES)) === "jxl") {
    const size = await apart({ format: "jxl", bytes: wholeOf(source), mostPixels, isSizeOnly: true })
    return { format: "jxl", autoOrient: size }
  }
  const raw = rawPhoto(source, mostPixels)
  if (raw === undefined) return sharp(input, { limitInputPixels: false }).metadata()
  if (raw.jpeg === undefined) throw new Error("no preview")
  const { autoOrient, exif } = await sharp(raw.jpeg, { limitInputPixels: false }).metadata()
  if (raw.orientation === undefined) return { format: "raw", autoOrient, exif }
  const { height, width } = raw
  const isTurned = raw.orientation >= 5 && raw.orientation <= 8
  // Some cameras store EXIF in the file, and others store it in the JPEG.
  const isInFile = Array.isArray(raw.exif) || exifOf(raw.exif).Photo !== undefined
  return {
    format: "raw",
    autoOrient: isTurned ? { width: height, height: width } : { width, height },
    exif: isInFile ? raw.exif : exif
  }
}

/** Returns the time when the picture was taken. Undefined if it is not stated or EXIF is damaged. */
const timeOf = ({ exif, format, xmp }, source) => {
  try {
    for (const bytes of [exif].flat()) {
      const time = bytes === undefined ? undefined : exifTime(bytes)
      if (time !== undefined) return time
    }
    return (format === "tiff" ? tiffTime(source) : undefined) ?? xmpTime(xmp)
  } catch {
    return undefined
  }
}

/**
 * Reads a file's metadata. This process does not validate the metadata, because the caller does not
 * trust this process and validates all metadata itself.
 */
const examine = async (input, source) => {
  const found = await headersOf(input, source)
  const exif = Object.assign({}, ...[found.exif].flat().map(exifOf))
  const { GPSInfo: gps = {}, Image: image = {}, Photo: photo = {} } = exif
  const [iso] = [photo?.ISOSpeedRatings].flat()
  const taken = timeOf(found, source)
  return {
    format: found.compression === "av1" ? "avif" : found.format,
    width: found.autoOrient.width,
    height: found.autoOrient.height,
    frames: framesOf(found, source),
    title: titleOf(found.xmp, exif),
    // The time is in the camera's local time.
    takenAt: taken?.takenAt,
    takenOffset: words(taken?.takenOffset),
    make: words(image?.Make),
    model: words(image?.Model),
    lens: words(photo?.LensModel),
    exposureSeconds: number(photo?.ExposureTime),
    aperture: number(photo?.FNumber),
    iso: number(iso),
    focalLength: number(photo?.FocalLength),
    latitude: degrees(gps?.GPSLatitude, gps?.GPSLatitudeRef),
    longitude: degrees(gps?.GPSLongitude, gps?.GPSLongitudeRef)
  }
}

const answer = (head, body) => {
  process.stdout.write(`${JSON.stringify(head)}\n`)
  if (body !== undefined) process.stdout.write(body)
}

const decodeFor = async (input, source, { box, isTolerant }) => {
  try {
    return await decode(input, source, box)
  } catch (error) {
    if (!isTolerant || /pixel limit|memory/i.test(String(error?.message))) throw error
    return decodeTolerant(input, source, box, error)
  }
}

const respond = async (input, { facts, ...wanted }) => {
  let source
  try {
    source = sourceOf(input)
    if (facts) return answer({ facts: await examine(input, source) })
    const { data, info, isIncomplete } = await decodeFor(input, source, wanted)
    const { channels } = info
    if (channels !== 3 && !(channels === 4 && wanted.box.isTransparent))
      throw new Error(`${channels} channels`)
    answer({ width: info.width, height: info.height, channels, isIncomplete }, data)
  } catch (error) {
    // The first bytes of an unreadable file reveal its type.
    const head = source?.read(0, HEAD_BYTES).toString("base64") ?? ""
    answer({ error: String(error?.message ?? error).slice(-500), head })
  } finally {
    source?.close()
  }
}

/** Received bytes that have not been processed yet. */
let waiting = []
let asked
for await (const chunk of process.stdin) {
  waiting.push(chunk)
  if (asked === undefined) {
    const text = Buffer.concat(waiting)
    const end = text.indexOf(10)
    if (end < 0) continue
    asked = JSON.parse(text.subarray(0, end).toString("utf8"))
    waiting = [text.subarray(end + 1)]
  }
  const { facts = false, isTolerant = false, length = 0, longest: height = longest, path } = asked
  const { isTransparent = false, widest: width = height } = asked
  if (waiting.reduce((sum, each) => sum + each.length, 0) < length) continue
  const bytes = Buffer.concat(waiting)
  waiting = []
  asked = undefined
  await respond(path ?? bytes, { facts, isTolerant, box: { width, height, isTransparent } })
}
