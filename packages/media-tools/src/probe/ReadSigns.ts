import type { FileHandle } from "node:fs/promises"
import { BoundedFile } from "../keyframes/BoundedFile.ts"
import { matroskaSigns } from "./MatroskaSigns.ts"
import { mp4Signs } from "./Mp4Signs.ts"
import { type FileSigns, NO_SIGNS } from "./TrackSigns.ts"
import { isScrambled } from "./TransportSigns.ts"

/**
 * Finds details about the tracks that ffprobe does not report, such as encryption. `head` contains the first bytes of
 * the file. Never throws: if the file cannot be read, ffprobe reports the reason.
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
