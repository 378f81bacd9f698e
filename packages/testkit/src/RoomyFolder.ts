import { statfs } from "node:fs/promises"
import { freemem, tmpdir } from "node:os"

/**
 * Required free space in bytes. The small databases, the write-ahead log and the short videos of a test run need less.
 */
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Returns the folder in which a test run creates its own folders. It is in memory if the system has enough free memory.
 * On disk, creating and dropping 130 databases takes 60 s of CPU time, and commits are slow while other programs use
 * the disk.
 */
export const roomyFolder = async (): Promise<string> => {
  const inMemory = "/dev/shm"
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0
  )
  return Math.min(room, freemem() / 2) >= ROOM_BYTES ? inMemory : tmpdir()
}
