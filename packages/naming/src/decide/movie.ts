import { noFacts } from "../Classification.ts"
import { discNumber } from "../disc.ts"
import { idsOf } from "../ids.ts"
import { isSureLabel, labelOf } from "../group/label.ts"
import { foldedTitle, rawOf } from "../path.ts"
import { readRelease, type ReleaseName, titled, yearOf } from "../release/readRelease.ts"
import { titleOfFolder } from "../tree/folders.ts"
import type { Folder, SeriesTitle, Tree, VideoFile } from "../tree/Tree.ts"
import { editionIn } from "./edition.ts"
import { mark, markWhole } from "./proof.ts"
import type { Reading } from "./Reading.ts"

const partNumber = (part: string): number | null => {
  const [number] = /\d+/.exec(part) ?? []
  return number === undefined ? null : Number(number)
}

const videoReading = (file: VideoFile, name: ReleaseName): Reading => ({
  role: "video",
  facts: {
    ...noFacts,
    title: name.title,
    year: yearOf(name),
    ids: idsOf(file.tags),
    part: partNumber(name.part),
    edition: editionIn(name.rest ?? "")
  },
  proof: [markWhole(file.segment, "no-rule", "nothing in the name says what it is")],
  rule: "no-rule",
  confidence: 0.5
})

/** Matches a part number at the end of a movie's name: `Name.2010.Part.1`, `Name-cd1`, `cd1`. */
const partAtEnd = /(?:^|[\s._\-[(])((?:cd|dvd|dis[ck]|part|pt)[\s._-]?\d{1,2})[)\]]?$/i

const rawStem = (file: VideoFile): string =>
  file.tags.length > 0 ? file.text.trim() : rawOf(file.segment, 0, file.text.length).trim()

/**
 * Removes the version label from the name of a file in its movie's folder: `Name/Name - [Director's]`, `Name/Name-3d`.
 */
const withoutLabel = (file: VideoFile, stem: string, whole: ReleaseName): ReleaseName => {
  const folder = ownFolder(file)
  if (folder === null) return whole
  const labeled = labelOf(stem)
  const { title } = titleOfFolder(folder)
  if (!isSureLabel(stem, labeled) || foldedTitle(labeled.base) !== foldedTitle(title)) return whole
  return { ...whole, title: titled(labeled.base), rest: ` ${labeled.label}` }
}

/** Returns the folder of the movie: the file's folder, or the parent of a disc folder. */
const ownFolder = ({ folder }: VideoFile): Folder | null => {
  if (folder.parent === null) return null
  return folder.parent.parent !== null && discNumber(folder.text) !== null ? folder.parent : folder
}

const readName = (file: VideoFile): ReleaseName => {
  const stem = rawStem(file)
  const whole = readRelease(stem)
  const part = whole.rest === null ? partAtEnd.exec(stem) : null
  if (part === null) return whole.rest === null ? withoutLabel(file, stem, whole) : whole
  const before = readRelease(stem.slice(0, part.index))
  const own = ownFolder(file)
  const folder = own === null ? null : titleOfFolder(own)
  const isOfFolder =
    folder !== null && (before.title === "" || foldedTitle(before.title) === foldedTitle(folder.title))
  if (before.rest === null && !isOfFolder) return whole
  return { ...before, title: before.title === "" ? (folder?.title ?? "") : before.title, part: part[1]! }
}

const releaseNameOf = (file: VideoFile): ReleaseName => {
  if (file.release === undefined) file.release = readName(file)
  return file.release
}

export const readVideo = (file: VideoFile): Reading => videoReading(file, releaseNameOf(file))

interface Evidence {
  readonly rule: string
  readonly confidence: number
  /** True if title and year come from the folder name. */
  readonly isByFolder: boolean
}

const isBareYear = (file: VideoFile, name: ReleaseName): boolean =>
  file.text.includes(" ") && /^[\s\d]*$/.test(name.rest ?? "")

const evidenceOf = (
  tree: Tree,
  file: VideoFile,
  name: ReleaseName,
  above: SeriesTitle | null
): Evidence | null => {
  const folder = ownFolder(file)
  const isRepeated = above !== null && foldedTitle(above.title) === foldedTitle(name.title)
  const isAlone = folder !== null && file.folder.videos.length === 1
  const ids = file.tags.length > 0 || (folder !== null && folder.tags.length > 0 && (isAlone || isRepeated))
  if (ids) return { rule: "id-tag", confidence: 0.97, isByFolder: false }
  if (folder?.others.has("movie.nfo") === true)
    return { rule: "movie.nfo", confidence: 0.97, isByFolder: false }
  const year = yearOf(name)
  if (year !== null && /[([]\d{4}[)\]]/.test(file.text))
    return { rule: "year-in-brackets", confidence: 0.95, isByFolder: false }
  if (year !== null && !isBareYear(file, name))
    return { rule: "release-year", confidence: 0.9, isByFolder: false }
  if (isRepeated)
    return { rule: "folder-repeats-name", confidence: above?.year == null ? 0.75 : 0.95, isByFolder: false }
  if (above?.year != null && isAlone) return { rule: "year-of-folder", confidence: 0.85, isByFolder: true }
  return tree.library.videosAs === "movies"
    ? { rule: "library-of-movies", confidence: 0.7, isByFolder: false }
    : null
}

const yearProof = (file: VideoFile, year: number, rule: string) => {
  const at = file.text.lastIndexOf(String(year))
  return at < 0 ? [] : [mark(file.segment, at, at + 4, rule, `the year ${year}`)]
}

/** Recognizes a movie by an id, an NFO file, a year, or a folder with the same name. In a library of movies, no evidence is needed. */
export const readMovie = (tree: Tree, file: VideoFile): Reading | null => {
  const name = releaseNameOf(file)
  const folder = ownFolder(file)
  const above = folder === null ? null : titleOfFolder(folder)
  const evidence = evidenceOf(tree, file, name, above)
  if (evidence === null) return null
  const { facts } = videoReading(file, name)
  const isSame =
    above !== null && (evidence.isByFolder || foldedTitle(above.title) === foldedTitle(name.title))
  const year = facts.year ?? (isSame ? above.year : null)
  const title = evidence.isByFolder && above !== null ? above.title : facts.title
  const means = `the movie "${title}"${year === null ? "" : ` of ${year}`}`
  const isAlone = folder !== null && file.folder.videos.length === 1
  const disc = folder === file.folder || folder === null ? null : discNumber(file.folder.text)
  const folderIds = folder !== null && (isSame || isAlone) ? idsOf(folder.tags) : {}
  return {
    role: "movie",
    facts: { ...facts, title, year, part: facts.part ?? disc, ids: { ...folderIds, ...facts.ids } },
    proof: [
      markWhole(evidence.isByFolder && folder !== null ? folder.segment : file.segment, evidence.rule, means),
      ...(facts.year === null ? [] : yearProof(file, facts.year, "year")),
      ...file.tags.map((tag) => mark(file.segment, tag.start, tag.end, "id-tag", `${tag.kind} ${tag.value}`))
    ],
    rule: evidence.rule,
    confidence: evidence.confidence
  }
}
