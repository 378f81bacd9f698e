import type { Library } from "../Classification.ts"
import { explicitOf } from "../episodes/explicit.ts"
import { isSeasonBelow } from "../seasons.ts"
import { seasonOf, titleOfFolder } from "./folders.ts"
import { seriesTitleIn } from "./seriesTitle.ts"
import { treeOf } from "./Tree.ts"

export interface FolderReading {
  /** The number of the season if the folder is a season of the series in its parent folder, otherwise null. */
  readonly season: number | null
  readonly title: string
  readonly year: number | null
}

/** Reads the series title and the season number from the path of a folder. */
export const folderReading = (path: string, videosAs: Library["videosAs"]): FolderReading => {
  const inside = `${path}/ `
  const tree = treeOf([inside], { roots: [], videosAs }, inside)
  const folder = tree.videos[0]!.folder
  const season = seasonOf(tree, folder)
  const parentTitle = folder.parent === null ? "" : titleOfFolder(folder.parent).title
  if (season !== null && isSeasonBelow(folder.text, season, parentTitle))
    return {
      season: season.season,
      ...(folder.parent === null ? { title: "", year: null } : titleOfFolder(folder.parent))
    }
  if (season !== null)
    return { season: null, ...seriesTitleIn(folder.segment, season.titleStart, season.titleEnd, folder.text) }
  const episode = explicitOf(folder.text)
  return {
    season: null,
    ...(episode === null || episode.needsSeries
      ? titleOfFolder(folder)
      : seriesTitleIn(folder.segment, episode.titleStart, episode.titleEnd, folder.text))
  }
}
