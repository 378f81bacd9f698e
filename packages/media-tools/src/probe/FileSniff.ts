import { constants } from "node:fs"
import { open } from "node:fs/promises"
import type { MediaPath } from "../MediaPath.ts"
import { Unreadable } from "../Ffprobe.ts"
import { chunkBytes, oshashOf } from "../hashes/Oshash.ts"
import { readSigns } from "./ReadSigns.ts"
import type { FileSigns } from "./TrackSigns.ts"
import { isContainer, isImage, isPlaylist, isSubtitles, isText } from "./KnownKinds.ts"
import { unreadable } from "./UnreadableReasons.ts"

export interface SniffedFile {
  readonly sizeBytes: number
  /** True if the first bytes are a box of the ISO base media format (mp4, mov). */
  readonly isIsoMedia: boolean
  /** True if the first bytes belong to an ISO file or to another video container. */
  readonly isKnown: boolean
  /**
   * The OpenSubtitles hash of the file (`hashes/Oshash.ts`). Undefined for files of 8 bytes or fewer, or if the end of
   * the file cannot be read.
   */
  readonly oshash: string | undefined
  readonly signs: FileSigns
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
 * Examines the file before ffprobe does. Throws `Unreadable` in these cases:
 * - The file is not a regular file (a FIFO would block ffprobe).
 * - The file is empty.
 * - The file contains an image, a playlist, a subtitle or other text.
 */
export const sniffFile = async (path: MediaPath): Promise<SniffedFile> => {
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const facts = await handle.stat()
      if (!facts.isFile()) throw unreadable("not-a-file")
      if (facts.size === 0) throw unreadable("empty")
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, 0)
      const head = buffer.subarray(0, bytesRead)
      const kind = judgeHead(head.subarray(0, HEAD))
      // A bad sector at the end of the file prevents hashing, but should not prevent playback.
      const oshash = await oshashOf(handle, facts.size, head).catch(() => undefined)
      return { sizeBytes: facts.size, ...kind, oshash, signs: await readSigns(handle, facts.size, head) }
    } finally {
      await handle.close()
    }
  } catch (cause) {
    throw cause instanceof Unreadable ? cause : fromErrno(cause)
  }
}

/**
 * Determines the kind of file from its first bytes. Throws `Unreadable` for images, playlists, subtitles and other
 * text.
 */
const judgeHead = (head: Buffer): Pick<SniffedFile, "isIsoMedia" | "isKnown"> => {
  if (isImage(head)) throw unreadable("image")
  if (isPlaylist(head)) throw unreadable("playlist")
  if (isSubtitles(head)) throw unreadable("subtitles")
  if (isText(head)) throw unreadable("text")
  const isIsoMedia = ISO_BOXES.has(head.toString("latin1", 4, 8))
  return { isIsoMedia, isKnown: isIsoMedia || isContainer(head) }
}

/** Number of bytes to read at each end of the file. In most files, they include the container's tables. */
const END_BYTES = 4 * 1024 * 1024

/** True if the disk can read the file's first and last bytes, which contain its structure. */
export const canReadEnds = async (path: MediaPath): Promise<boolean> => {
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const { size } = await handle.stat()
      for (const position of [0, Math.max(0, size - END_BYTES)]) {
        await handle.read(Buffer.allocUnsafe(END_BYTES), 0, END_BYTES, position)
      }
      return true
    } finally {
      await handle.close()
    }
  } catch {
    return false
  }
}

const fromErrno = (cause: unknown): Unreadable => {
  const code = (cause as NodeJS.ErrnoException).code
  if (code === "ENOENT" || code === "ENOTDIR") return unreadable("not-found")
  if (code === "EACCES" || code === "EPERM") return unreadable("no-permission")
  if (code === "EISDIR" || code === "ENXIO") return unreadable("not-a-file")
  return unreadable("io-error")
}
