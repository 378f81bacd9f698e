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

/** Names that the person who tagged the file chose. */
const own = (id, prefix) => (id.startsWith(prefix) ? id.slice(prefix.length).toLowerCase() : undefined)

/** In order of preference, the best last. */
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
/** MIME types that ffmpeg treats as pictures; old tags contain `jpg` and `png` without `image/`. */
const PICTURED = /^(?:image\/)?(?:jpe?g|png|gif|bmp|tiff|webp)$/i

const everyTag = (native) => Object.values(native).flat()

/**
 * Tells whether ffmpeg makes a second stream of a picture, after the sound; undefined if ffmpeg may decide otherwise.
 */
export const hasPicture = (native) => {
  const pictures = everyTag(native).filter(({ id }) => PICTURES.has(id))
  if (pictures.some(({ value }) => !PICTURED.test(value?.format ?? "") || !(value.data?.length > 0)))
    return undefined
  return pictures.length > 0
}

/** ffprobe reads chapters, whatever their form. */
export const hasChapters = (native) =>
  everyTag(native).some(({ id }) => id === "CHAP" || id === "CTOC" || /^CHAPTER\d/i.test(id))

const MOST_TEXT = 4_000
const MOST_TAGS = 200

/** Lyrics are only marked here, and read when they are needed. */
const textOf = (value, name) => {
  if (name === "lyrics") return "1"
  if (typeof value === "boolean") return value ? "1" : "0"
  if (typeof value === "string" || typeof value === "number") return String(value).slice(0, MOST_TEXT)
  return typeof value?.text === "string" ? value.text.slice(0, MOST_TEXT) : ""
}

/**
 * Joins several values of one tag with semicolons. ID3v2.3 has no separator: music-metadata splits its texts at
 * slashes, which are part of names (AC/DC), so they are put back. If such a tag contains NULs between its values,
 * against its standard, they separate.
 */
const joined = (format, quality) =>
  /^ID3v2\.[23]$/.test(format) && !quality.warnings.some(({ message }) => message.includes("null-separator"))
    ? "/"
    : ";"

/** Before ID3v2.4, day and month (`DDMM`) are separate from the year. */
const dayOf = (tags) => {
  const text = tags.find(({ id }) => id === "TDAT" || id === "TDA")?.value
  return typeof text === "string" && /^\d{4}$/.test(text) ? `-${text.slice(2)}-${text.slice(0, 2)}` : ""
}

/** Tags that determine how a track is listed. If two fields disagree about one of them, ffprobe decides. */
const DECISIVE = new Set(["title", "artist", "album", "album_artist", "track", "disc", "genre"])

/** Texts by the field of the file that contains them; several values of one field are joined. */
const fieldsOf = (format, tags, nameOf, separator) => {
  const given = tags.flatMap(({ id, value }) => {
    const name = nameOf(id)
    const text = name === undefined ? "" : textOf(value, name)
    return text === "" ? [] : [{ field: id.toLowerCase(), name, text }]
  })
  // The other formats are UTF-8 by their standard.
  const isOfUnknownCoding = format === "exif" || format.startsWith("ID3")
  const read = isOfUnknownCoding ? readerOf(given.map(({ text }) => text)) : (text) => text
  const fields = new Map()
  for (const { field, name, text } of given) {
    const before = fields.get(field)?.text
    const joint = before === undefined ? read(text) : `${before}${separator}${read(text)}`
    // A file may contain several dates and lyrics; the first of each is used.
    if (before === undefined || (name !== "date" && name !== "lyrics"))
      fields.set(field, { name, text: joint.slice(0, MOST_TEXT) })
  }
  return fields.values()
}

/**
 * beets writes each number as both TRACK and TRACKNUMBER: fields with the same meaning count as one value, and are not
 * joined.
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

/** A file's tags as `{name: text}`, for `tagsOf` of the feature `audio`. */
export const namedTags = (native, quality) => {
  const all = new Map()
  const isNewer = Object.keys(native).some((format) => format !== "ID3v1")
  for (const [format, nameOf] of FORMATS) {
    // ID3v1 titles end after 30 letters.
    if (native[format] === undefined || (format === "ID3v1" && isNewer)) continue
    for (const [name, text] of namesOf(format, native[format], nameOf, joined(format, quality)))
      all.set(name, text)
  }
  return Object.fromEntries([...all].slice(0, MOST_TAGS))
}
