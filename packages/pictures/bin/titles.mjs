// Reads the title that a user or a program gave to a picture, from its XMP or EXIF.

const MOST_XMP_BYTES = 1024 * 1024
/** Maximum length of a title element in characters, enough for a title in several languages. */
const MOST_ELEMENT = 8_000
const entities = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

const decoded = (text) =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()]
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

const inXmp = (bytes) => {
  if (bytes === undefined || bytes.length > MOST_XMP_BYTES) return undefined
  const text = bytes.toString("utf8")
  const start = text.indexOf("<dc:title")
  if (start < 0) return undefined
  const element = text.slice(start, start + MOST_ELEMENT)
  const end = element.indexOf("</dc:title>")
  if (end < 0) return undefined
  const first = /<rdf:li(?:\s[^<>]{0,200})?>([^<]{1,2000})<\/rdf:li>/.exec(element.slice(0, end))
  return first === null ? undefined : decoded(first[1])
}

/** Returns the title that Windows writes to EXIF as UTF-16. */
const inExif = ({ Image: image = {} }) => {
  const title = image?.XPTitle
  if (typeof title === "string") return title
  const bytes = Array.isArray(title) ? Buffer.from(title) : title
  return Buffer.isBuffer(bytes) && bytes.length <= 4_000 ? bytes.toString("utf16le") : undefined
}

/**
 * Returns the title in a picture's metadata. Undefined if there is no title. Descriptions are ignored, because cameras
 * write descriptions of their own.
 */
export const titleOf = (xmp, exif) => {
  try {
    const title = (inXmp(xmp) ?? inExif(exif))?.replace(/[\0\s]+/g, " ").trim()
    return title === "" ? undefined : title
  } catch {
    return undefined
  }
}
