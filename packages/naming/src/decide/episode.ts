import type { Facts, Ids, Proof, SeriesFacts } from "../Classification.ts"
import { noFacts } from "../Classification.ts"
import type { Found } from "../episodes/Found.ts"
import { weakOf } from "../episodes/weak.ts"
import { idsOf, isSeriesTag } from "../ids.ts"
import { rawOf } from "../path.ts"
import { releaseStart, titled } from "../release/readRelease.ts"
import { tokensOf } from "../release/tokens.ts"
import {
  explicitIn,
  isHundreds,
  isInsideSeries,
  type SeriesFolders,
  seriesFolders,
  titleOfFolder
} from "../tree/folders.ts"
import type { Folder, Tree, VideoFile } from "../tree/Tree.ts"
import { endWithoutSeparators, startWithoutSeparators } from "../trim.ts"
import { mark, markWhole } from "./proof.ts"
import type { Reading } from "./Reading.ts"
import { nameOfSeries } from "./seriesName.ts"

const plain = (season: number | null, { airDate, absolute, episode, episodeEnd }: Found): string => {
  if (airDate !== null && episode === null) return `aired on ${airDate}`
  if (episode === null) return "a special without a number"
  const numbers = episodeEnd === null ? `episode ${episode}` : `episodes ${episode} to ${episodeEnd}`
  if (season !== null) return `season ${season}, ${numbers}`
  return absolute === null ? numbers : `${numbers}, numbered across all seasons`
}

/** Returns the title of the episode: the text after the numbers, up to the tokens that releases append. */
const titleBehind = (file: VideoFile, read: Found): string => {
  const from = startWithoutSeparators(file.text, read.end)
  const bracket = file.text.slice(from).search(/[[{]/)
  const end = bracket < 0 ? file.text.length : from + bracket
  const text = file.text.slice(from, end)
  const cut = from + releaseStart(text)
  if (isNoTitle(file.text.slice(from, cut), cut < end)) return ""
  return titled(rawOf(file.segment, from, endWithoutSeparators(file.text, from, cut)))
}

/** True if the text is not an episode title: it consists only of release words such as "1080p", or of a year followed by release words. */
const isNoTitle = (text: string, isCut: boolean): boolean => {
  if (/^\((?:19|20)\d\d\)?[\s.]*$/.test(text) || (isCut && /^(?:19|20)\d\d[\s._-]*$/.test(text))) return true
  if (text.length > 60 || tokensOf(text.slice(0, 24))[0]?.kind === "word") return false
  return tokensOf(text).every(({ kind }) => kind !== "word")
}

const idsOfSeries = (folder: Folder | null): Ids => (folder === null ? {} : idsOf(folder.tags))

const confidenceOf = (read: Found | null, isInside: boolean): number => {
  if (read === null) return 0.4
  if (read.rule === "sxxeyy" || read.rule === "season-episode-words") return isInside ? 0.99 : 0.95
  if (read.rule === "nxm") return isInside ? 0.97 : 0.9
  if (read.rule === "air-date") return isInside ? 0.95 : 0.75
  if (!read.needsSeries) return isInside ? 0.95 : 0.85
  return read.rule === "season-and-two-digits" || read.rule === "episode-word" ? 0.8 : 0.7
}

const seasonFor = (file: VideoFile, read: Found | null, folders: SeriesFolders): readonly [number, Proof] => {
  const { season, seasonFolder } = folders
  const isDayOfSpecial = read?.rule === "air-date" && season?.season === 0
  if (read !== null && read.season !== null && !isDayOfSpecial)
    return [read.season, mark(file.segment, read.start, read.end, "season-in-name", `season ${read.season}`)]
  if (season !== null && seasonFolder !== null)
    return [
      season.season,
      mark(
        seasonFolder.segment,
        season.start,
        season.end,
        "season-folder",
        season.season === 0 ? "specials" : `season ${season.season}`
      )
    ]
  return [1, mark(file.segment, 0, 0, "season-default", "no season in the name, so season 1 is assumed")]
}

const reading = (
  tree: Tree,
  file: VideoFile,
  read: Found | null,
  isWeak: boolean,
  isInside: boolean
): Reading => {
  const folders = seriesFolders(tree, file)
  const name = nameOfSeries(file, read, folders, isWeak)
  const [season, seasonProof] = seasonFor(file, read, folders)
  const series: SeriesFacts = {
    title: name.title,
    year: name.year,
    ids: idsOfSeries(name.folder ?? (folders.isNamedBySeason ? folders.seasonFolder : null)),
    folder: name.folder?.path ?? null
  }
  const facts: Facts = {
    ...noFacts,
    title: read === null ? titled(rawOf(file.segment, 0, file.text.length)) : titleBehind(file, read),
    ids: idsOf(file.tags),
    series,
    season,
    episode: read?.episode ?? null,
    episodeEnd: read?.episodeEnd ?? null,
    absolute: read?.absolute ?? null,
    airDate: read?.airDate ?? null,
    part: read?.part ?? null
  }
  const own =
    read === null
      ? markWhole(file.segment, "no-number", "an episode without a number, sorted by name")
      : mark(file.segment, read.start, read.end, read.rule, plain(read.season, read))
  const tags = file.tags.map((tag) =>
    mark(file.segment, tag.start, tag.end, "id-tag", `${tag.kind} ${tag.value}`)
  )
  const hasOwnSeason = read !== null && read.season !== null
  return {
    role: "episode",
    facts,
    proof: [own, ...(hasOwnSeason ? [] : [seasonProof]), ...name.proof, ...tags],
    rule: own.rule,
    confidence: confidenceOf(read, isInside)
  }
}

const titlesOf = ({
  folder,
  isNamedBySeason,
  season,
  seasonFolder
}: SeriesFolders): ReadonlyArray<string> => {
  if (isNamedBySeason && season !== null && seasonFolder !== null)
    return [seasonFolder.text.slice(season.titleStart, season.titleEnd)]
  return folder === null ? [] : [titleOfFolder(folder).title]
}

const weakIn = (file: VideoFile, folders: SeriesFolders): Found | null =>
  weakOf(file.text, {
    titles: titlesOf(folders),
    season: folders.season?.season ?? null,
    isHundreds: isHundreds(file.folder)
  })

/**
 * Reads `Season 2/Name - 201 - Title`: in a season folder, 201 means season 2, episode 1, and not the 201st episode.
 */
const hundredsIn = (tree: Tree, file: VideoFile): Found | null => {
  const explicit = explicitIn(file)
  if (explicit?.needsSeries !== true || (explicit.absolute ?? 0) < 101) return null
  const weak = weakIn(file, seriesFolders(tree, file))
  return weak?.rule === "season-and-two-digits" ? weak : null
}

/** Recognizes an episode by an explicit pattern such as `S01E02`. Inside a series, a weak pattern such as a bare number is enough. */
export const readEpisode = (tree: Tree, file: VideoFile): Reading | null => {
  const isInside = isInsideSeries(tree, file)
  const explicit = isInside ? (hundredsIn(tree, file) ?? explicitIn(file)) : explicitIn(file)
  if (explicit !== null && (isInside ? !isMovieBehind(file, explicit) : !explicit.needsSeries))
    return reading(tree, file, explicit, explicit.needsSeries, isInside)
  if (!isInside) return null
  const folders = seriesFolders(tree, file)
  const weak = weakIn(file, folders)
  if (weak !== null) return reading(tree, file, weak, true, true)
  return file.folder.parent === null || isMovie(file, folders) ? null : reading(tree, file, null, true, true)
}

/** True for `Name - 01 - Title (2001)`: a movie with its own year, in a collection that the owner numbered. */
const isMovieBehind = (file: VideoFile, { end, needsSeries }: Found): boolean =>
  needsSeries && /[([](?:19|20)\d\d[)\]]/.test(file.text.slice(end))

/** True for a movie in the folder of a series: its name contains its own year. */
const isMovie = (file: VideoFile, { season }: SeriesFolders): boolean =>
  season === null && (/[([]\d{4}[)\]]/.test(file.text) || file.tags.some((tag) => !isSeriesTag(tag)))
