import type { ExtraType } from "../Classification.ts"
import { explicitOf } from "../episodes/explicit.ts"
import type { Found } from "../episodes/Found.ts"
import { extraFolder } from "../extras.ts"
import { isSeriesTag } from "../ids.ts"
import { afterTitle, foldedTitle } from "../path.ts"
import { isSeasonBelow, type SeasonFolder, seasonOfFolder } from "../seasons.ts"
import { seriesTitleIn } from "./seriesTitle.ts"
import type { Folder, SeriesTitle, Tree, VideoFile } from "./Tree.ts"

// Facts from the folders around a file. Each fact is computed once.

export const explicitIn = (file: VideoFile): Found | null => {
  if (file.explicit === undefined) file.explicit = explicitOf(file.text)
  return file.explicit
}

export const titleOfFolder = (folder: Folder): SeriesTitle =>
  (folder.title ??= seriesTitleIn(folder.segment, 0, folder.text.length, folder.text))

/** Returns the root folder of the library. */
export const rootOf = (folder: Folder): Folder => (folder.parent === null ? folder : rootOf(folder.parent))

const rawSeason = (folder: Folder): SeasonFolder | null => {
  if (folder.rawSeason === undefined)
    folder.rawSeason = folder.parent === null ? null : seasonOfFolder(folder.text)
  return folder.rawSeason
}

/** Returns the type of the extras in a folder, from its name. */
export const extrasOf = (folder: Folder): ExtraType | null => {
  if (folder.extras === undefined) folder.extras = extraFolder(folder.text)
  return folder.extras
}

const isMostly = (files: ReadonlyArray<VideoFile>, holds: (file: VideoFile) => boolean): boolean =>
  files.length > 0 && files.filter(holds).length * 2 > files.length

const yearInBrackets = /[([](?:19|20)\d\d[)\]]/

/** True if most files repeat the name of their folder before a number: `Name/Name - 05`. */
const repeatsFolder = (folder: Folder): boolean => {
  const title = foldedTitle(titleOfFolder(folder).title)
  return isMostly(folder.videos, (file) => {
    const read = explicitIn(file)
    if (read === null || read.episode === null || yearInBrackets.test(file.text.slice(read.end))) return false
    return nameBefore(file, read) === title
  })
}

const nameBefore = (file: VideoFile, read: Found): string =>
  foldedTitle(file.text.slice(read.titleStart, read.titleEnd).replace(yearInBrackets, ""))

/** Matches `Name/Name - Part 1 - Title`. Parts of one video do not have titles of their own. */
const titledPart =
  /^[\s._-]{0,3}(?:part|teil|chapter|kapitel|episode|ep|folge)[\s._]?\d{1,3}[\s._-]{1,3}(?=\p{L})/iu
const hasTitledParts = (folder: Folder): boolean => {
  const { title } = titleOfFolder(folder)
  const titles = folder.videos.map(({ text }) => {
    const at = afterTitle(text, title)
    const [whole] = at === null ? [] : (titledPart.exec(text.slice(at)) ?? [])
    return at === null || whole === undefined ? null : text.slice(at + whole.length)
  })
  return titles.length > 1 && !titles.includes(null) && new Set(titles).size === titles.length
}

/**
 * Returns the number of videos that share the most frequent title, among the videos with an explicit pattern. A folder
 * of downloads contains many different titles.
 */
const mostOfOneTitle = (folder: Folder): number => {
  const counts = new Map<string, number>()
  for (const file of folder.videos) {
    const read = explicitIn(file)
    if (read === null || read.needsSeries) continue
    const name = nameBefore(file, read)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const nameless = counts.get("") ?? 0
  return Math.max(0, ...[...counts].map(([name, count]) => (name === "" ? count : count + nameless)))
}

/**
 * True if at least 3 videos, and more than half of the folder's videos, have consecutive numbers after the same name:
 * `Name - 01`, `Name - 02`.
 */
const countsUp = (folder: Folder): boolean => {
  if (folder.videos.length < 3) return false
  const counts = new Map<string, Set<number>>()
  for (const file of folder.videos) {
    const read = explicitIn(file)
    if (read === null || read.episode === null) continue
    const name = nameBefore(file, read)
    if (name === "") continue
    const numbers = counts.get(name) ?? new Set()
    counts.set(name, numbers.add(read.episode))
  }
  const most = Math.max(0, ...[...counts.values()].map(({ size }) => size))
  return most >= 3 && most * 2 > folder.videos.length
}

const findEvidence = (folder: Folder): string | null => {
  if (folder.others.has("tvshow.nfo")) return "tvshow.nfo"
  if (folder.parent === null) return null
  if (folder.tags.some(isSeriesTag)) return "series-id"
  const title = titleOfFolder(folder).title
  const hasSeason = folder.folders.some((child) => {
    const season = rawSeason(child)
    return season?.kind === "named" && isSeasonBelow(child.text, season, title)
  })
  if (hasSeason) return "season-folders"
  if (mostOfOneTitle(folder) * 2 > folder.videos.length) return "episodes"
  return countsUp(folder) || repeatsFolder(folder) || hasTitledParts(folder) ? "counted" : null
}

/** Returns the reason why a folder belongs to a series. Null if the folder does not belong to a series. */
export const seriesEvidence = (folder: Folder): string | null => {
  if (folder.evidence === undefined) folder.evidence = findEvidence(folder)
  return folder.evidence
}

const collections = /\b(?:collection|saga|trilogy|quadrilogy|anthology|movies)\b/i
const startsWithNumber = /^\d{1,3}(?=$|[\s._-])/

const isBareSeason = (tree: Tree, folder: Folder, parent: Folder, season: number): boolean => {
  if (collections.test(parent.text)) return false
  if (tree.library.videosAs === "series" && parent.parent !== null) return true
  const evidence = seriesEvidence(parent)
  if (evidence !== null && evidence !== "counted" && season < 1900) return true
  return isMostly(folder.videos, (file) => {
    const read = explicitIn(file)
    if (read !== null) return read.season === null || read.season === season
    return season < 1900 && startsWithNumber.test(file.text) && hasBareNeighbor(parent)
  })
}

const hasBareNeighbor = (parent: Folder): boolean =>
  parent.parent !== null && parent.folders.filter((child) => rawSeason(child)?.kind === "bare").length > 1

const accepted = (tree: Tree, folder: Folder): SeasonFolder | null => {
  const season = rawSeason(folder)
  const { parent } = folder
  if (season === null || parent === null || season.kind === "named") return season
  if (season.kind === "bare") return isBareSeason(tree, folder, parent, season.season) ? season : null
  const isInSeries =
    parent.parent !== null && (tree.library.videosAs === "series" || seriesEvidence(parent) !== null)
  if (!isInSeries) return null
  return season.kind === "specials" || isMostly(folder.videos, isNumbered) ? season : null
}

const isNumbered = (file: VideoFile): boolean =>
  explicitIn(file) !== null || /^\d{1,3}(?=$|\s?[-._])/.test(file.text)

/**
 * Returns the season that a folder represents. Null if the surrounding folders do not confirm that the folder is a
 * season.
 */
export const seasonOf = (tree: Tree, folder: Folder): SeasonFolder | null => {
  if (folder.season === undefined) folder.season = accepted(tree, folder)
  return folder.season
}

/** Maximum number of folders above a file that are checked. */
const LEVELS = 4

export const isInsideSeries = (tree: Tree, file: VideoFile): boolean => {
  if (tree.library.videosAs === "series") return true
  let folder: Folder | null = file.folder
  for (let n = 0; folder !== null && n < LEVELS; n += 1) {
    if (seasonOf(tree, folder) !== null || seriesEvidence(folder) !== null) return true
    folder = folder.parent
  }
  return false
}

export interface SeriesFolders {
  /** The folder of the series. Null if it also contains files of other series. */
  readonly folder: Folder | null
  readonly season: SeasonFolder | null
  readonly seasonFolder: Folder | null
  /** True if the name of the season folder contains the series' title: "Show S04". */
  readonly isNamedBySeason: boolean
}

/** Folders between a series and its episodes: `Book 1 Water`, `Disc 2`. */
const volume = /^(?:book|buch|vol(?:ume)?|cour|arc|dis[ck]|dvd|cd|bd)[\s._-]?\d{1,2}(?=$|[\s._\-:([])/i

/** True if the folder contains a single episode or volume, so that its parent folder is the series. */
const isBetween = (folder: Folder): boolean =>
  explicitOf(folder.text)?.needsSeries === false ||
  (folder.parent?.parent != null && volume.test(folder.text))

export const seriesFolders = (tree: Tree, file: VideoFile): SeriesFolders => {
  let folder: Folder = file.folder
  if (folder.parent !== null && extrasOf(folder) !== null && seasonOf(tree, folder) === null)
    folder = folder.parent
  let season: SeasonFolder | null = null
  let seasonFolder: Folder | null = null
  for (let n = 0; n < LEVELS && folder.parent !== null; n += 1) {
    const here = seasonOf(tree, folder)
    if (here !== null && season === null) {
      season = here
      seasonFolder = folder
      const title = folder.parent.parent === null ? "" : titleOfFolder(folder.parent).title
      if (!isSeasonBelow(folder.text, here, title))
        return { folder, season, seasonFolder, isNamedBySeason: true }
    } else if (here !== null || !isBetween(folder)) break
    folder = folder.parent
  }
  return { folder: folder.parent === null ? null : folder, season, seasonFolder, isNamedBySeason: false }
}

const isReleaseStyle = (text: string): boolean => !/[\s[]/.test(text)

/** True if all numbers in a folder are like 101 to 140, 201 to 240, ...: a season and a two-digit episode. */
export const isHundreds = (folder: Folder): boolean => {
  if (folder.isHundreds === undefined) {
    const numbers = folder.videos.flatMap(({ text }) => {
      const [, number] = /(?:^|[\s._-])(\d{1,4})(?=$|[\s._-])/.exec(text) ?? []
      return number === undefined ? [] : [Number(number)]
    })
    folder.isHundreds =
      numbers.length > 0 &&
      // One or two files are enough if they are named like releases: "the.show.103".
      (numbers.length >= 3 || folder.videos.every(({ text }) => isReleaseStyle(text))) &&
      !folder.videos.some((file) => explicitIn(file)?.absolute != null) &&
      numbers.every((number) => number > 100 && number % 100 >= 1 && number % 100 <= 40)
  }
  return folder.isHundreds
}
