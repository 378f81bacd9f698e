/**
 * Recognizes the kind of a file by its first bytes. Covers video containers, and other kinds of files that are often
 * stored next to videos.
 */

/**
 * Brands of HEIF, AVIF and Canon's raw images, including image sequences. A camera's burst of pictures is not a video
 * either.
 */
const PICTURE_BRANDS = new Set(
  "avif avis heic heix heim heis hevc hevx mif1 msf1 miaf jp2 jpx jpm crx jxl".split(" ")
)

const PICTURE_STARTS: ReadonlyArray<string> = [
  "\xff\xd8\xff",
  "\x89PNG\r\n\x1a\n",
  "\x8aMNG\r\n\x1a\n",
  "GIF87a",
  "GIF89a",
  "8BPS",
  "\xff\x0a",
  "\0\0\0\x0cJXL \r\n\x87\n",
  "\xff\x4f\xff\x51",
  "\x76\x2f\x31\x01",
  "#?RADIANCE",
  "qoif",
  "gimp xcf",
  // TIFF, and raw images of cameras, whose first bytes differ from TIFF only in two letters.
  "II*\0",
  "MM\0*",
  "II+\0",
  "MM\0+",
  "IIRO",
  "IIRS",
  "IIU\0",
  "FUJIFILMCCD-RAW",
  "FOVb",
  "\0MRM",
  "icns",
  "AT&TFORM",
  "BPG\xfb"
]

export const isImage = (head: Buffer): boolean => {
  const text = head.toString("latin1", 0, 32)
  return (
    PICTURE_STARTS.some((start) => text.startsWith(start)) ||
    (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") ||
    (text.slice(4, 8) === "ftyp" && PICTURE_BRANDS.has(text.slice(8, 12).trim())) ||
    isBitmap(head) ||
    isIcon(head)
  )
}

/** True for BMP. Many text files begin with "BM", so the sizes in the following headers must match too. */
const isBitmap = (head: Buffer): boolean =>
  head.length >= 18 &&
  head.toString("latin1", 0, 2) === "BM" &&
  head.readUInt32LE(6) === 0 &&
  [12, 16, 40, 52, 56, 64, 108, 124].includes(head.readUInt32LE(14))

/**
 * True for Windows icons. An MPEG stream that begins in the middle of a frame may start with the same bytes, so the
 * first entry of the icon must be valid too.
 */
const isIcon = (head: Buffer): boolean => {
  if (head.length < 22 || head.readUInt16LE(0) !== 0 || ![1, 2].includes(head.readUInt16LE(2))) return false
  const count = head.readUInt16LE(4)
  const offset = head.readUInt32LE(18)
  return count >= 1 && count <= 64 && head[9] === 0 && head.readUInt32LE(14) > 0 && offset >= 6 + 16 * count
}

const CONTAINER_STARTS: ReadonlyArray<string> = [
  "\x1a\x45\xdf\xa3",
  "OggS",
  "FLV\x01",
  "\x30\x26\xb2\x75\x8e\x66\xcf\x11",
  "\0\0\x01\xba",
  "\0\0\x01\xb3",
  ".RMF",
  "\xb7\xd8\x00\x20\x37\x49\xda\x11",
  "nut/multimedia container",
  "\x06\x0e\x2b\x34\x02\x05\x01\x01"
]

/**
 * True if the file begins like a video container other than mp4 and mov. If ffprobe cannot read such a file, the file
 * is a damaged video.
 */
export const isContainer = (head: Buffer): boolean => {
  const text = head.toString("latin1", 0, 32)
  return (
    CONTAINER_STARTS.some((start) => text.startsWith(start)) ||
    (text.startsWith("RIFF") && text.slice(8, 11) === "AVI")
  )
}

export const isPlaylist = (head: Buffer): boolean => {
  const text = withoutMark(head).trimStart()
  return (
    text.startsWith("#EXTM3U") ||
    text.startsWith("ffconcat version") ||
    text.startsWith("[playlist]") ||
    text.startsWith("<?xml") ||
    text.startsWith("<MPD") ||
    text.startsWith("<svg")
  )
}

/** Matches the beginning of SubRip, WebVTT, SubStation, MicroDVD, MPL2, SAMI, SubViewer and VobSub's index. */
const SUBTITLE =
  /^(\d+\s*\r?\n\d{1,3}:\d\d:\d\d[,.]\d{1,3}\s*-->|WEBVTT\b|\[Script Info\]|\{\d+\}\{\d*\}|\[\d+\]\[\d*\]|<SAMI>|\[INFORMATION\]|\d\d:\d\d:\d\d[.:,]\d|# VobSub index)/i

export const isSubtitles = (head: Buffer): boolean => SUBTITLE.test(withoutMark(head).trimStart())

/** True if all characters are printable, which is not the case in any container. */
export const isText = (head: Buffer): boolean => {
  const text = withoutMark(head)
  return text.trim() !== "" && !/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text) && isWritten(head, text)
}

/**
 * True if the bytes are UTF-8 (the last character may be incomplete) or UTF-16 with a byte order mark. Text in older
 * encodings counts only if it is a subtitle.
 */
const isWritten = (head: Buffer, text: string): boolean =>
  isWide(head) || !text.slice(0, -4).includes("\ufffd")

const isWide = (head: Buffer): boolean => {
  const mark = head.length >= 2 ? head.readUInt16BE(0) : 0
  return mark === 0xfffe && head.length >= 8 && head[3] === 0 && head[5] === 0 && head[7] === 0
}

const withoutMark = (head: Buffer): string =>
  head.toString(isWide(head) ? "utf16le" : "utf8").replace(/^\ufeff/, "")
