// Reads the time when a picture was taken, from its EXIF or XMP. This module parses EXIF itself, because `exif-reader`
// has two limitations: it returns no time if a program padded the text with spaces or NULs, and it does not read EXIF
// after the pixels of a TIFF file.
import { directoryAt, numbersOf, valuesOf } from "./directories.mjs"

const EXIF = 0x8769
/**
 * EXIF tags: first the time of the shot, then the time at which a negative was scanned. `offset` is the tag of the
 * time's offset from UTC.
 */
const TIMES = [
  { time: 0x9003, offset: 0x9011 },
  { time: 0x9004, offset: 0x9012 }
]
const MOST_TEXT_BYTES = 100

const textOf = (source, entry) =>
  entry === undefined || entry.length > MOST_TEXT_BYTES
    ? ""
    : source
        .read(entry.offset, entry.length)
        .toString("latin1")
        .replace(/[\0\s]+/g, " ")
        .trim()

const two = (digits) => digits.trim().padStart(2, "0")
/** Parses "2022:03:31 11:31:56", also with other separators, and with spaces instead of leading zeros. */
const timeIn = (text) => {
  const parts =
    /^(\d{4})[:\-/.] ?(\d{1,2})[:\-/.] ?(\d{1,2})[ T]+(\d{1,2}): ?(\d{1,2})(?:: ?(\d{1,2}))?/.exec(text)
  if (parts === null) return undefined
  const [, year, month, day, hours, minutes, seconds = "0"] = parts
  return `${year}-${two(month)}-${two(day)}T${two(hours)}:${two(minutes)}:${two(seconds)}`
}

/** Reads the time from TIFF data. `source` begins with the header of a TIFF file. */
const inTiff = (source) => {
  const head = source.read(0, 8)
  const order = head.toString("latin1", 0, 2)
  if (head.length < 8 || (order !== "II" && order !== "MM")) return undefined
  const isLittle = order === "II"
  const first = directoryAt(source, numbersOf(head, isLittle).u32(4), 0, isLittle)
  if (first === undefined) return undefined
  const [start] = valuesOf(source, first.entries.get(EXIF), isLittle)
  const exif = start === undefined ? undefined : directoryAt(source, start, 0, isLittle)
  // In a raw photo, the first directory may be the EXIF directory.
  for (const { entries } of [exif, first].filter((directory) => directory !== undefined))
    for (const { offset, time } of TIMES) {
      const takenAt = timeIn(textOf(source, entries.get(time)))
      if (takenAt !== undefined) return { takenAt, takenOffset: textOf(source, entries.get(offset)) }
    }
  return undefined
}

const ofBytes = (bytes) => ({ size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) })

/** Reads the time from an EXIF block. */
export const exifTime = (bytes) => {
  const isNamed = bytes.toString("latin1", 0, 6) === "Exif\0\0"
  return inTiff(ofBytes(isNamed ? bytes.subarray(6) : bytes))
}

/** Reads the time from a TIFF file, which stores EXIF tags in its own directories. */
export const tiffTime = (source) => inTiff(source)

const MOST_XMP_BYTES = 1024 * 1024
/**
 * XMP properties that state the time, in order of preference. An XMP attribute and an XMP element
 * differ only after the name, so one pattern matches both.
 */
const NAMES = ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate", "xap:CreateDate"]
const VALUE = String.raw`\s{0,9}(?:=\s{0,9}["']|>)\s{0,9}(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)?)?`
const patterns = NAMES.map((name) => new RegExp(name + VALUE))

/** Reads the time from the text of XMP, for a picture without a time in EXIF. */
export const xmpTime = (bytes) => {
  if (bytes === undefined || bytes.length > MOST_XMP_BYTES) return undefined
  const text = bytes.toString("utf8")
  for (const pattern of patterns) {
    const [, day, minutes = "00:00", seconds = ":00", zone] = pattern.exec(text) ?? []
    if (day !== undefined)
      return { takenAt: `${day}T${minutes}${seconds}`, takenOffset: zone === "Z" ? "+00:00" : zone }
  }
  return undefined
}
