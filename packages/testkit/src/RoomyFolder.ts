import { statfs } from "node:fs/promises"
import { freemem, tmpdir } from "node:os"

/** More than the files of one run ever need: small databases, the log of writes, and short videos. */
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * The parent of a run's folders: in memory if the system has room to spare. Creating and dropping 130 databases on disk
 * takes 60 s of CPU time, and a disk that others use makes commits slow.
 */
export const roomyFolder = async (): Promise<string> => {
  const inMemory = "/dev/shm"
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0
  )
  return Math.min(room, freemem() / 2) >= ROOM_BYTES ? inMemory : tmpdir()
}
