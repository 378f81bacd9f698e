import type { Proof } from "../Classification.ts"
import type { Found } from "../episodes/Found.ts"
import { rootOf, seriesEvidence, type SeriesFolders, titleOfFolder } from "../tree/folders.ts"
import { seriesTitleIn } from "../tree/seriesTitle.ts"
import type { Folder, SeriesTitle, VideoFile } from "../tree/Tree.ts"
import { mark, markWhole } from "./proof.ts"

const titleBefore = (file: VideoFile, read: Found): SeriesTitle =>
  seriesTitleIn(file.segment, read.titleStart, read.titleEnd, file.text)

/** True if a `tvshow.nfo` or a series id proves that the folder is a series. Its name then takes precedence over file names. */
const isSure = (folder: Folder): boolean => {
  const evidence = seriesEvidence(folder)
  return evidence === "tvshow.nfo" || evidence === "series-id"
}

interface Named extends SeriesTitle {
  readonly proof: ReadonlyArray<Proof>
  readonly folder: Folder | null
}

/**
 * Returns the name of the series. The name comes from the folders in three cases:
 * - The file is in a season folder.
 * - The number is weak.
 * - An NFO file or an id identifies the folder as a series.
 *
 * Otherwise, the name comes from the text before the number. If there is no such text, it comes from the folder.
 */
export const nameOfSeries = (
  file: VideoFile,
  read: Found | null,
  folders: SeriesFolders,
  isWeak: boolean
): Named => {
  const { folder, isNamedBySeason, season, seasonFolder } = folders
  if (isNamedBySeason && season !== null && seasonFolder !== null) {
    const { segment, text } = seasonFolder
    const title = seriesTitleIn(segment, season.titleStart, season.titleEnd, text)
    return {
      ...title,
      folder: null,
      proof: [
        mark(
          segment,
          season.titleStart,
          season.titleEnd,
          "series-in-season-folder",
          `series "${title.title}"`
        )
      ]
    }
  }
  const own = read === null ? { title: "", year: null } : titleBefore(file, read)
  const prefersFolder = season !== null || isWeak || own.title === "" || (folder !== null && isSure(folder))
  if (folder !== null && prefersFolder) {
    const title = titleOfFolder(folder)
    return {
      ...title,
      folder,
      proof: [markWhole(folder.segment, "series-folder", `series "${title.title}"`)]
    }
  }
  if (own.title !== "" && read !== null)
    return {
      ...own,
      folder,
      proof: [
        mark(file.segment, read.titleStart, read.titleEnd, "series-before-number", `series "${own.title}"`)
      ]
    }
  const root = rootOf(file.folder)
  const title = root.segment.raw === "" ? { title: "", year: null } : titleOfFolder(root)
  return { ...title, folder: null, proof: [] }
}
