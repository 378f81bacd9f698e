import { noFacts } from "../Classification.ts"
import { discRoot } from "../disc.ts"
import { idsOf } from "../ids.ts"
import { isInsideSeries, titleOfFolder } from "../tree/folders.ts"
import type { Tree, VideoFile } from "../tree/Tree.ts"
import { ignored } from "./ignored.ts"
import { markWhole } from "./proof.ts"
import type { Reading } from "./Reading.ts"

/** Matches the files of a DVD: `VTS_02_1.VOB` is the first file of the second title. File 0 of a title is its menu. */
const vob = /^vts_(\d\d)_(\d)$/i
const sizeOf = (file: VideoFile): number => file.known.size ?? 0
const titleOf = (file: VideoFile): string => vob.exec(file.text)?.[1] ?? file.text
const isMenu = (file: VideoFile): boolean => /^video_ts$/i.test(file.text) || vob.exec(file.text)?.[2] === "0"

/** Returns the number of the disc title that contains the movie: the largest title, or the first one if no size is known. */
const mainTitle = (files: ReadonlyArray<VideoFile>): string | null => {
  const sizes = new Map<string, number>()
  for (const file of files.filter((each) => !isMenu(each)).toSorted((a, b) => (a.path < b.path ? -1 : 1)))
    sizes.set(titleOf(file), (sizes.get(titleOf(file)) ?? 0) + sizeOf(file))
  return (
    [...sizes].reduce<readonly [string, number] | null>(
      (best, each) => (best === null || each[1] > best[1] ? each : best),
      null
    )?.[0] ?? null
  )
}

/**
 * Reads a file of a copied disc, in `VIDEO_TS` or `BDMV/STREAM`. The file name contains no title, so the title comes
 * from the folder name.
 */
export const readDisc = (tree: Tree, file: VideoFile): Reading | null => {
  const folder = discRoot(file.folder)
  if (folder === null || isInsideSeries(tree, file)) return null
  if (isMenu(file)) return ignored(file.segment, "disc-menu", "the menu of a disc")
  const { title, year } = titleOfFolder(folder)
  const main = (file.folder.mainTitle ??= mainTitle(file.folder.videos) ?? "")
  const isMain = titleOf(file) === main
  const pieces = file.folder.videos.filter((each) => !isMenu(each) && titleOf(each) === main)
  const piece = vob.exec(file.text)?.[2]
  return {
    role: isMain ? "movie" : "extra",
    facts: {
      ...noFacts,
      title: isMain ? title : `${title} ${file.text}`,
      year,
      ids: idsOf(folder.tags),
      part: isMain && pieces.length > 1 && piece !== undefined ? Number(piece) : null,
      extraType: isMain ? null : "other"
    },
    proof: [
      markWhole(
        folder.segment,
        "disc-folder",
        isMain ? `the movie "${title}" on a disc` : "an extra of a disc"
      )
    ],
    rule: "disc-folder",
    confidence: year === null ? 0.75 : 0.9
  }
}
