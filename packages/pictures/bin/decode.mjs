// Decodes pictures of foreign origin, one after another, in a process that may lose: `LiveImageDecoder` starts it with limits
// on memory and files, without our environment and, where the system allows it, without network. Plain JavaScript, because
// it is started as it is, from the sources and from the bundle alike.
//
// A question is a line of JSON, `{"path": ...}` or `{"length": n}` followed by n bytes, with `longest` where another size
// than the usual one is wanted. The answer is one, too: `{"error", "head"}` with the first bytes of the file in base64, or
// `{"width", "height"}` followed by width * height * 3 bytes, RGB. With `"facts": true` it is `{"facts": ...}`: what the
// file says of itself.
import readExif from "exif-reader"
import { open } from "node:fs/promises"
import sharp from "sharp"

// Only the decoders of formats that are pictures and nothing else: SVG runs a layout engine and reads other files, PDF and
// the rest have had no eyes on them.
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Heif", "Nsgif", "Tiff"].map((format) => `VipsForeignLoad${format}`)
})
sharp.concurrency(1)
sharp.cache(false)

const [, , longest, mostPixels, seconds] = process.argv.map(Number)

const decode = (input, side) =>
  sharp(input, { limitInputPixels: mostPixels, failOn: "error", pages: 1 })
    .autoOrient()
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColorspace("srgb")
    .removeAlpha()
    .timeout({ seconds })
    .raw()
    .toBuffer({ resolveWithObject: true })

/** In a JPEG it fits into 64 KiB. */
const MOST_EXIF_BYTES = 256 * 1024
/** Damaged EXIF is none: the picture has its size all the same. */
const exifOf = (bytes) => {
  try {
    return bytes === undefined || bytes.length > MOST_EXIF_BYTES ? {} : readExif(bytes)
  } catch {
    return {}
  }
}
const words = (value) => (typeof value === "string" ? value.slice(0, 200) : undefined)
const number = (value) => (typeof value === "number" && Number.isFinite(value) ? value : undefined)
/** Degrees, minutes and seconds. */
const degrees = (parts, reference) => {
  if (!Array.isArray(parts) || parts.length < 1) return undefined
  const [whole = 0, minutes = 0, seconds = 0] = parts
  const value = whole + minutes / 60 + seconds / 3600
  return number(reference === "S" || reference === "W" ? -value : value)
}

/** Not judged here: who asked does not trust this process. */
const examine = async (input) => {
  const found = await sharp(input, { limitInputPixels: false }).metadata()
  const exif = exifOf(found.exif)
  const { GPSInfo: place = {}, Image: image = {}, Photo: photo = {} } = exif
  const [iso] = [photo?.ISOSpeedRatings].flat()
  const taken = photo?.DateTimeOriginal ?? photo?.DateTimeDigitized
  return {
    format: found.compression === "av1" ? "avif" : found.format,
    width: found.autoOrient.width,
    height: found.autoOrient.height,
    frames: found.format === "heif" ? 1 : (found.pages ?? 1),
    // The reader takes the clock of the camera for UTC: what it showed is what is wanted.
    takenAt:
      taken instanceof Date && !Number.isNaN(taken.getTime()) ? taken.toISOString().slice(0, 19) : undefined,
    takenOffset: words(photo?.DateTimeOriginal ? photo.OffsetTimeOriginal : photo?.OffsetTimeDigitized),
    make: words(image?.Make),
    model: words(image?.Model),
    lens: words(photo?.LensModel),
    exposureSeconds: number(photo?.ExposureTime),
    aperture: number(photo?.FNumber),
    iso: number(iso),
    focalLength: number(photo?.FocalLength),
    latitude: degrees(place?.GPSLatitude, place?.GPSLatitudeRef),
    longitude: degrees(place?.GPSLongitude, place?.GPSLongitudeRef)
  }
}

const HEAD_BYTES = 32
/** The beginning of a file that could not be read, which says what it is. */
const headOf = async (input) => {
  if (typeof input !== "string") return input.subarray(0, HEAD_BYTES)
  try {
    const file = await open(input)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch {
    return Buffer.alloc(0)
  }
}

const answer = (head, body) => {
  process.stdout.write(`${JSON.stringify(head)}\n`)
  if (body !== undefined) process.stdout.write(body)
}

const respond = async (input, { facts, side }) => {
  try {
    if (facts) return answer({ facts: await examine(input) })
    const { data, info } = await decode(input, side)
    if (info.channels !== 3) throw new Error(`${info.channels} channels`)
    answer({ width: info.width, height: info.height }, data)
  } catch (error) {
    const head = (await headOf(input)).toString("base64")
    answer({ error: String(error?.message ?? error).slice(-500), head })
  }
}

/** Bytes that came and were not taken yet. */
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
  const { facts = false, length = 0, longest: side = longest, path } = asked
  if (waiting.reduce((sum, each) => sum + each.length, 0) < length) continue
  const bytes = Buffer.concat(waiting)
  waiting = []
  asked = undefined
  await respond(path ?? bytes, { facts, side })
}
