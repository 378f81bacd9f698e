import { constants } from "node:fs"
import { open } from "node:fs/promises"
import type { MediaPath } from "../MediaPath.ts"
import { Unreadable } from "../Ffprobe.ts"
import { oshashOf } from "../hashes/Oshash.ts"
import { unreadable } from "./UnreadableReasons.ts"

export interface SniffedFile {
  readonly sizeBytes: number
  /** The first bytes are a box of the ISO base media format (mp4, mov). */
  readonly isIsoMedia: boolean
  /** Read here as well, while it is open; none for 8 bytes and fewer, or where it cannot be read. */
  readonly oshash: string | undefined
}

const HEAD = 512
const ISO_BOXES = new Set([
  "ftyp",
  "moov",
  "mdat",
  "free",
  "skip",
  "wide",
  "pnot",
  "moof",
  "styp",
  "sidx",
  "uuid"
])

/**
 * Looks at the file itself before any tool does: only regular files (a FIFO would hang a tool), not empty, and
 * not a picture or playlist under another name. Throws `Unreadable`.
 */
export const sniffFile = async (path: MediaPath): Promise<SniffedFile> => {
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const facts = await handle.stat()
      if (!facts.isFile()) throw unreadable("not-a-file")
      if (facts.size === 0) throw unreadable("empty")
      const head = Buffer.alloc(HEAD)
      const { bytesRead } = await handle.read(head, 0, HEAD, 0)
      const isIsoMedia = judgeHead(head.subarray(0, bytesRead))
      // A bad sector at the end need not keep anybody from watching.
      const oshash = await oshashOf(handle, facts.size).catch(() => undefined)
      return { sizeBytes: facts.size, isIsoMedia, oshash }
    } finally {
      await handle.close()
    }
  } catch (cause) {
    throw cause instanceof Unreadable ? cause : fromErrno(cause)
  }
}

/** Whether it is of the ISO base media format; throws what it must not be. */
const judgeHead = (head: Buffer): boolean => {
  if (isPicture(head)) throw unreadable("picture")
  if (isPlaylist(head)) throw unreadable("playlist")
  return ISO_BOXES.has(head.toString("latin1", 4, 8))
}

const isPicture = (head: Buffer): boolean => {
  const text = head.toString("latin1", 0, 16)
  return (
    (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) ||
    text.startsWith("\x89PNG\r\n\x1a\n") ||
    text.startsWith("GIF8") ||
    text.startsWith("II*\0") ||
    text.startsWith("MM\0*") ||
    (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") ||
    /^....ftyp(avif|heic|heix|mif1)/s.test(text)
  )
}

const isPlaylist = (head: Buffer): boolean => {
  const text = head
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .trimStart()
  return (
    text.startsWith("#EXTM3U") ||
    text.startsWith("ffconcat version") ||
    text.startsWith("[playlist]") ||
    text.startsWith("<?xml") ||
    text.startsWith("<MPD") ||
    text.startsWith("<svg")
  )
}

const fromErrno = (cause: unknown): Unreadable => {
  const code = (cause as NodeJS.ErrnoException).code
  if (code === "ENOENT" || code === "ENOTDIR") return unreadable("not-found")
  if (code === "EACCES" || code === "EPERM") return unreadable("no-permission")
  if (code === "EISDIR" || code === "ENXIO") return unreadable("not-a-file")
  return unreadable("io-error")
}
