// Converts tags of every format to ffmpeg's names, so that the rest of the program needs only one set of names.
import { readerOf } from "./tagsCharset.mjs"

const ID3 = {
  TIT2: "title",
  TT2: "title",
  TPE1: "artist",
  TP1: "artist",
  TPE2: "album_artist",
  TP2: "album_artist",
  TPE3: "performer",
  TP3: "performer",
  TALB: "album",
  TAL: "album",
  TRCK: "track",
  TRK: "track",
  TPOS: "disc",
  TPA: "disc",
  TCON: "genre",
  TCO: "genre",
  TDRC: "date",
  TDRL: "date",
  TYER: "date",
  TYE: "date",
  TDOR: "tdor",
  TCMP: "compilation",
  TCP: "compilation",
  USLT: "lyrics",
  ULT: "lyrics",
  SYLT: "lyrics",
  SLT: "lyrics"
}
const VORBIS = { albumartist: "album_artist", tracknumber: "track", discnumber: "disc" }
const ITUNES = {
  "©nam": "title",
  "©ART": "artist",
  aART: "album_artist",
  "©alb": "album",
  "©day": "date",
  "©gen": "genre",
  gnre: "genre",
  trkn: "track",
  disk: "disc",
  cpil: "compilation",
  "©lyr": "lyrics"
}
const INFO = {
  INAM: "title",
  IART: "artist",
  IPRD: "album",
  ICRD: "date",
  IGNR: "genre",
  IPRT: "track",
  ITRK: "track"
}
const APE = { "album artist": "album_artist", year: "date" }

/** Returns the name of a custom field, which the user who tagged the file chose. */
const own = (id, prefix) => (id.startsWith(prefix) ? id.slice(prefix.length).toLowerCase() : undefined)

/** Tag formats in order of increasing preference. If several formats contain a tag, the last format wins. */
const FORMATS = [
  ["ID3v1", (id) => (id === "year" ? "date" : id)],
  ["APEv2", (id) => APE[id.toLowerCase()] ?? id.toLowerCase()],
  ["exif", (id) => INFO[id]],
  ["ID3v2.2", (id) => ID3[id]],
  ["ID3v2.3", (id) => own(id, "TXXX:") ?? ID3[id]],
  ["ID3v2.4", (id) => own(id, "TXXX:") ?? ID3[id]],
  ["iTunes", (id) => own(id, "----:com.apple.iTunes:") ?? ITUNES[id]],
  ["vorbis", (id) => VORBIS[id.toLowerCase()] ?? id.toLowerCase()]
]

const PICTURES = new Set(["METADATA_BLOCK_PICTURE", "APIC", "PIC", "covr"])
/** Matches MIME types that ffmpeg treats as pictures. Old tags contain `jpg` and `png` without `image/`. */
const PICTURED = /^(?:image\/)?(?:jpe?g|png|gif|bmp|tiff|webp)$/i

const everyTag = (native) => Object.values(native).flat()

/**
 * True if ffmpeg reports an embedded picture as a second stream, after the audio. Undefined if this depends on the
 * version of ffmpeg.
 */
export const hasPicture = (native) => {
  const pictures = everyTag(native).filter(({ id }) => PICTURES.has(id))
  if (pictures.some(({ value }) => !PICTURED.test(value?.format ?? "") || !(value.data?.length > 0)))
    return undefined
  return pictures.length > 0
}

/** True if the file has chapters of any form. ffprobe reads such files. */
export const hasChapters = (native) =>
  everyTag(native).some(({ id }) => id === "CHAP" || id === "CTOC" || /^CHAPTER\d/i.test(id))

const MOST_TEXT = 4_000
const MOST_TAGS = 200

/**
 * Returns the value as text. Lyrics become "1", because only their presence matters here. Their text is read on demand.
 */
const textOf = (value, name) => {
  if (name === "lyrics") return "1"
  if (typeof value === "boolean") return value ? "1" : "0"
  if (typeof value === "string" || typeof value === "number") return String(value).slice(0, MOST_TEXT)
  return typeof value?.text === "string" ? value.text.slice(0, MOST_TEXT) : ""
}

/**
 * Returns the separator that joins several values of one tag: normally a semicolon. ID3v2.3 has no separator:
 * music-metadata splits its texts at slashes, which are part of names (AC/DC), so the slashes are restored. Some
 * ID3v2.3 tags contain NULs between their values, although the standard does not allow NULs. In these tags, the NULs
 * are the separators.
 */
const joined = (format, quality) =>
  /^ID3v2\.[23]$/.test(format) && !quality.warnings.some(({ message }) => message.includes("null-separator"))
    ? "/"
    : ";"

/** Returns the day and month (`DDMM`) that tags before ID3v2.4 store apart from the year. */
const dayOf = (tags) => {
  const text = tags.find(({ id }) => id === "TDAT" || id === "TDA")?.value
  return typeof text === "string" && /^\d{4}$/.test(text) ? `-${text.slice(2)}-${text.slice(0, 2)}` : ""
}

/**
 * Tags that determine how a track is listed. If a file has two different values for one of them, it is left to ffprobe.
 */
const DECISIVE = new Set(["title", "artist", "album", "album_artist", "track", "disc", "genre"])

/** Returns the text of each field in the file. Several values of one field are joined. */
const fieldsOf = (format, tags, nameOf, separator) => {
  const given = tags.flatMap(({ id, value }) => {
    const name = nameOf(id)
    const text = name === undefined ? "" : textOf(value, name)
    return text === "" ? [] : [{ field: id.toLowerCase(), name, text }]
  })
  // ID3 and EXIF text may be in any encoding. All other formats use UTF-8 by definition.
  const isOfUnknownCoding = format === "exif" || format.startsWith("ID3")
  const read = isOfUnknownCoding ? readerOf(given.map(({ text }) => text)) : (text) => text
  const fields = new Map()
  for (const { field, name, text } of given) {
    const before = fields.get(field)?.text
    const joint = before === undefined ? read(text) : `${before}${separator}${read(text)}`
    // If a file contains several dates or several lyrics, only the first one is used.
    if (before === undefined || (name !== "date" && name !== "lyrics"))
      fields.set(field, { name, text: joint.slice(0, MOST_TEXT) })
  }
  return fields.values()
}

/**
 * Returns a map from the name of each tag to its text. Programs such as beets write each number as both TRACK and
 * TRACKNUMBER, so if several fields have the same name, the first one is used.
 */
const namesOf = (format, tags, nameOf, separator) => {
  const named = new Map()
  for (const { name, text } of fieldsOf(format, tags, nameOf, separator)) {
    const before = named.get(name)
    if (before === undefined) named.set(name, text)
    else if (DECISIVE.has(name) && before.trim() !== text.trim())
      throw new Error(`two fields that disagree about ${name}`)
  }
  const date = named.get("date")
  if (/^ID3v2\.[23]$/.test(format) && /^\d{4}$/.test(date ?? "")) named.set("date", date + dayOf(tags))
  return named
}

/** Returns a file's tags as `{name: text}`, the input of `tagsOf` in the feature `audio`. */
export const namedTags = (native, quality) => {
  const all = new Map()
  const isNewer = Object.keys(native).some((format) => format !== "ID3v1")
  for (const [format, nameOf] of FORMATS) {
    // ID3v1 truncates titles to 30 characters, so it is used only if the file has no other tags.
    if (native[format] === undefined || (format === "ID3v1" && isNewer)) continue
    for (const [name, text] of namesOf(format, native[format], nameOf, joined(format, quality)))
      all.set(name, text)
  }
  return Object.fromEntries([...all].slice(0, MOST_TAGS))
}
