import { noFacts } from "../Classification.ts"
import { isIgnoredFile, isIgnoredFolder, isSampleStem, LARGEST_SAMPLE } from "../ignored.ts"
import type { Segment } from "../path.ts"
import type { Folder, VideoFile } from "../tree/Tree.ts"
import { markWhole } from "./proof.ts"
import type { Reading } from "./Reading.ts"

export const ignored = (segment: Segment, rule: string, means: string): Reading => ({
  role: "ignored",
  facts: noFacts,
  proof: [markWhole(segment, rule, means)],
  rule,
  confidence: 0.99
})

const isSampleOf = (file: VideoFile, folder: Folder, size: number): boolean =>
  folder.videos.some((other) => other !== file && (other.known.size ?? 0) > size)

/** Maximum number of parent folders that are checked. */
const LEVELS = 12

/** Ignores small samples next to a larger video, and files that devices and programs create for their own use. */
export const readIgnored = (file: VideoFile): Reading | null => {
  if (isIgnoredFile(file.segment.raw)) return ignored(file.segment, "hidden", "a hidden file")
  let folder: Folder = file.folder
  for (let n = 0; folder.parent !== null && n < LEVELS; n += 1) {
    if (isIgnoredFolder(folder.segment.raw))
      return ignored(
        folder.segment,
        "ignored-folder",
        "a folder that a device or a program created for its own files"
      )
    folder = folder.parent
  }
  const { size } = file.known
  if (size === undefined || size >= LARGEST_SAMPLE) return null
  const isInFolder = file.folder.parent !== null && /^samples?$/i.test(file.folder.text)
  if (!isSampleStem(file.text) && !isInFolder) return null
  const videoFolder = isInFolder ? file.folder.parent! : file.folder
  return isSampleOf(file, videoFolder, size)
    ? ignored(file.segment, "sample", "a small sample next to a larger video")
    : null
}
