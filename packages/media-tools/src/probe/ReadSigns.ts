import type { FileHandle } from "node:fs/promises"
import { BoundedFile } from "../keyframes/BoundedFile.ts"
import { matroskaSigns } from "./MatroskaSigns.ts"
import { mp4Signs } from "./Mp4Signs.ts"
import { type FileSigns, NO_SIGNS } from "./TrackSigns.ts"
import { isScrambled } from "./TransportSigns.ts"

/**
 * Reads the signs of a file. `head` contains its first bytes. Never throws, because ffprobe examines files that cannot
 * be read here.
 */
export const readSigns = async (handle: FileHandle, size: number, head: Buffer): Promise<FileSigns> => {
  try {
    const file = BoundedFile.over(handle, size, head)
    return (
      (await mp4Signs(file)) ?? (await matroskaSigns(file)) ?? { ...NO_SIGNS, isScrambled: isScrambled(head) }
    )
  } catch {
    return NO_SIGNS
  }
}
