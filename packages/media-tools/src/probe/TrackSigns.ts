import type { FileHandle } from "node:fs/promises"
import { BoundedFile } from "../keyframes/BoundedFile.ts"
import { matroskaSigns } from "./MatroskaSigns.ts"
import { mp4Signs } from "./Mp4Signs.ts"
import { isScrambled } from "./TransportSigns.ts"

/** What the container states about one track and ffprobe does not report. */
export interface TrackSign {
  readonly kind: "video" | "audio"
  readonly isEncrypted: boolean
  /** The container's name for the codec, where ffprobe has none. */
  readonly codecTag?: string
}

export interface FileSigns {
  /** In the order of the container, which is that of ffprobe's streams of each kind. */
  readonly tracks: ReadonlyArray<TrackSign>
  /** The writer never came back to its header. */
  readonly isUnfinished: boolean
  /** A transport stream as broadcast for those with a card. */
  readonly isScrambled: boolean
}

export const NO_SIGNS: FileSigns = { tracks: [], isUnfinished: false, isScrambled: false }

/** `head`: the first bytes. Never throws: what cannot be read here is ffprobe's to judge. */
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
