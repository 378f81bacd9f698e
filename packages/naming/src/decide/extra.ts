import { type ExtraType, type Proof, noFacts, type SeriesFacts } from "../Classification.ts"
import { creditlessIn, extraSuffix } from "../extras.ts"
import { idsOf } from "../ids.ts"
import { foldedTitle, rawOf } from "../path.ts"
import { readRelease, yearOf } from "../release/readRelease.ts"
import {
  explicitIn,
  extrasOf,
  isInsideSeries,
  seasonOf,
  seriesEvidence,
  seriesFolders,
  titleOfFolder
} from "../tree/folders.ts"
import type { Folder, Tree, VideoFile } from "../tree/Tree.ts"
import { mark } from "./proof.ts"
import type { Reading } from "./Reading.ts"

/** True for the folder of one movie or series. A subfolder "trailers" then contains the trailers of that work. */
const isOfOneWork = (tree: Tree, folder: Folder): boolean =>
  folder.parent !== null &&
  (folder.videos.length > 0 ||
    folder.tags.length > 0 ||
    titleOfFolder(folder).year !== null ||
    folder.others.has("movie.nfo") ||
    seriesEvidence(folder) !== null ||
    seasonOf(tree, folder) !== null ||
    (folder.parent.parent !== null && seriesEvidence(folder.parent) !== null))

interface Extra {
  readonly type: ExtraType
  readonly proof: Proof
  /** End offset of the title in the file name. */
  readonly end: number
}

const byFolder = (tree: Tree, file: VideoFile): Extra | null => {
  let folder: Folder | null = file.folder
  for (let n = 0; folder !== null && folder.parent !== null && n < 2; n += 1) {
    const type = extrasOf(folder)
    if (type !== null && isOfOneWork(tree, folder.parent) && seasonOf(tree, folder) === null)
      return {
        type,
        proof: mark(folder.segment, 0, folder.text.length, "extra-folder", `an extra: ${type}`),
        end: file.text.length
      }
    folder = folder.parent
  }
  return null
}

/**
 * True if the extra belongs to a work: to another video, or to the movie or series of the folder. An extra without a
 * work is classified as a video.
 */
const hasOwner = (tree: Tree, file: VideoFile, title: string): boolean => {
  const { folder } = file
  if (folder.parent !== null && titleOfFolder(folder).year !== null) return true
  if (isInsideSeries(tree, file)) return true
  const wanted = foldedTitle(title)
  if (folder.parent !== null && foldedTitle(titleOfFolder(folder).title) === wanted) return true
  return (
    folder.videos.length < 500 &&
    folder.videos.some((other) => other !== file && foldedTitle(other.text).startsWith(wanted))
  )
}

const bySuffix = (tree: Tree, file: VideoFile): Extra | null => {
  const suffix = extraSuffix(file.text)
  if (suffix === null || !hasOwner(tree, file, file.text.slice(0, suffix.start))) return null
  return {
    type: suffix.type,
    proof: mark(file.segment, suffix.start, suffix.end, "extra-suffix", `an extra: ${suffix.type}`),
    end: suffix.start
  }
}

const byCreditless = (tree: Tree, file: VideoFile): Extra | null => {
  const found = creditlessIn(file.text)
  if (found === null || !(file.text.startsWith("[") || isInsideSeries(tree, file))) return null
  const proof = mark(file.segment, found.start, found.end, "extra-suffix", "an extra: without credits")
  return { type: found.type, proof, end: found.end }
}

const seriesOf = (tree: Tree, file: VideoFile): SeriesFacts | null => {
  if (!isInsideSeries(tree, file)) return null
  const { folder } = seriesFolders(tree, file)
  return folder === null ? null : { ...titleOfFolder(folder), ids: idsOf(folder.tags), folder: folder.path }
}

/** Recognizes an extra by the end of its name, by its folder, or because it is an opening or ending without credits. */
export const readExtra = (tree: Tree, file: VideoFile): Reading | null => {
  const extra = bySuffix(tree, file) ?? byFolder(tree, file) ?? byCreditless(tree, file)
  if (extra === null) return null
  const name = readRelease(rawOf(file.segment, 0, extra.end).trim())
  const series = seriesOf(tree, file)
  const numbers = series === null ? null : explicitIn(file)
  return {
    role: "extra",
    facts: {
      ...noFacts,
      title: name.title,
      year: yearOf(name),
      series,
      season:
        numbers?.season ?? (series === null ? null : (seriesFolders(tree, file).season?.season ?? null)),
      episode: numbers?.episode ?? null,
      extraType: extra.type
    },
    proof: [extra.proof],
    rule: extra.proof.rule,
    confidence: 0.9
  }
}
