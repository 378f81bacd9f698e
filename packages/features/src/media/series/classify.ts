import {
  CLASSIFIER_VERSION,
  type Classification,
  type Known,
  type Stated
} from "@media/naming/Classification"
import { classifyTree } from "@media/naming/classify"
import { groupWorks } from "@media/naming/group/works"
import { seriesKey } from "@media/naming/identity"
import type { VideoClassified } from "./events.ts"
import { plainVideo, type VideoFacts, withSeason } from "./facts.ts"
import { nothingMerged, type United } from "./merged.ts"
import { unitedWorks } from "./unitedWorks.ts"
import { type ReviewedNumbers, withNumbers } from "./reviewedNumbers.ts"

export { CLASSIFIER_VERSION }
export type VideosAs = "mixed" | "movies" | "series" | "videos"

export interface VideoFile {
  readonly id: string
  readonly rootPath: string
  /** The path relative to the root. */
  readonly path: string
  readonly size: number
  /** Height in pixels, or null until the file was examined. */
  readonly height: number | null
  readonly isMissing: boolean
  /** True if the file is already the primary file of its work. */
  readonly isPrimary: boolean
  /** The manual classification, or null. It also counts when the classifier compares the file with other files. */
  readonly byHand: VideoFacts | null
  /**
   * The season and episode numbers that a reviewer accepted. Null if there are none or the video is classified
   * manually.
   */
  readonly numbers?: ReviewedNumbers | null
}

export interface Classified {
  readonly facts: VideoFacts
  readonly proof: VideoClassified["proof"]
}

/** The attachment of a video to a work or a series, according to its name. */
export type Attaching =
  | { readonly as: "version"; readonly toId: string; readonly label: string | null }
  | { readonly as: "part"; readonly toId: string; readonly number: number }
  | { readonly as: "extra"; readonly toId: string; readonly extraType: string }
  | {
      readonly as: "extra"
      readonly toSeries: {
        readonly title: string
        readonly year: number | null
        readonly season: number | null
      }
      readonly extraType: string
    }

/** Facts from NFO files, keyed by the path of the video. */
export interface NfoFacts {
  readonly ofVideos: ReadonlyMap<string, Stated>
  /** The air dates of episodes, and the positions of specials among the regular episodes. */
  readonly airing: ReadonlyMap<string, Pick<VideoFacts, "airDate" | "airs">>
  /** The absolute paths of all NFO files. A `tvshow.nfo` marks the videos below it as episodes. */
  readonly paths: ReadonlyArray<string>
}
export const noNfo: NfoFacts = { ofVideos: new Map(), airing: new Map(), paths: [] }

interface ClassifiedLibrary {
  /** The absolute path of the series folder, keyed by the id of each episode. */
  readonly seriesFolders: ReadonlyMap<string, string>
  readonly united: United
  readonly classified: ReadonlyMap<string, Classified>
  readonly attached: ReadonlyMap<string, Attaching>
}

const textOf = (text: string): string | null => (text === "" ? null : text)

const factsOf = ({ facts, role }: Classification): VideoFacts => {
  const { absolute, airDate, episode, episodeEnd, ids, season, series, title, year } = facts
  if (role === "movie") return { ...plainVideo, role, title: textOf(title), year, ids }
  if (role !== "episode") return plainVideo
  return withSeason({
    ...plainVideo,
    ...{ role, title: textOf(title), year: null, ids, season, episode, episodeEnd, absolute, airDate },
    series: series === null ? null : { title: series.title, year: series.year, ids: series.ids }
  })
}

/**
 * Adds facts from an NFO file to an episode: the air date, and the position among the other episodes. These facts are
 * added after the classification and are not part of `Stated`. Otherwise, the classifier would treat an episode with a
 * date as an episode of a daily show.
 */
const withAiring = (
  facts: VideoFacts,
  airing: Pick<VideoFacts, "airDate" | "airs"> | undefined
): VideoFacts =>
  facts.role !== "episode" || airing === undefined
    ? facts
    : { ...facts, airDate: airing.airDate ?? facts.airDate, airs: airing.airs ?? facts.airs }

const statedBy = ({ episode, episodeEnd, ids, role, season, series, title, year }: VideoFacts): Stated => ({
  ...{ role, ids: series?.ids ?? ids },
  ...(title === null ? {} : { title }),
  ...(year === null ? {} : { year }),
  ...(series === null ? {} : { seriesTitle: series.title }),
  ...(season === null ? {} : { season }),
  ...(episode === null ? {} : { episode }),
  ...(episodeEnd === null ? {} : { episodeEnd })
})

/**
 * A height in pixels that no video reaches. The file with the greatest height becomes the primary file of its work. The
 * current primary file gets this height, so that it remains the primary file even if a better file appears.
 */
const PRIMARY_HEIGHT = 1_000_000
const knownOf = (
  { byHand, height, isMissing, isPrimary, size }: VideoFile,
  nfo: Stated | undefined
): Known => ({
  ...(nfo === undefined ? {} : { nfo }),
  ...(isMissing
    ? { height: 0, size: 0 }
    : isPrimary
      ? { height: PRIMARY_HEIGHT, size }
      : height === null
        ? { size }
        : { height, size }),
  ...(byHand === null ? {} : { override: statedBy(byHand) })
})

const attachments = (
  all: ReadonlyArray<Classification>,
  library: Parameters<typeof groupWorks>[1],
  idOf: (path: string) => string
): ReadonlyMap<string, Attaching> => {
  const attached = new Map<string, Attaching>()
  const { seriesExtras, works } = groupWorks(all, library)
  for (const { extras, parts, primary, versions } of works) {
    const toId = idOf(primary.path)
    for (const { label, path } of versions)
      attached.set(idOf(path), { as: "version", toId, label: textOf(label) })
    for (const { number, path } of parts.slice(1)) attached.set(idOf(path), { as: "part", toId, number })
    for (const { path, type } of extras) attached.set(idOf(path), { as: "extra", toId, extraType: type })
  }
  const names = new Map(
    all.flatMap(({ facts: { series } }) => (series === null ? [] : [[seriesKey(series), series]]))
  )
  for (const { path, season, seriesKey: key, type } of seriesExtras) {
    const { title, year } = names.get(key)!
    attached.set(idOf(path), { as: "extra", toSeries: { title, year, season }, extraType: type })
  }
  return attached
}

interface Episode {
  readonly id: string
  readonly path: string
  readonly facts: VideoFacts
}

/**
 * Classifies the videos of a library. Compares the names of all videos to find the versions, parts and extras of each
 * work. If the classifier does not know the extension of a file, the file becomes a plain video. Pure.
 */
export const classifyVideos = (
  videosAs: VideosAs,
  files: ReadonlyArray<VideoFile>,
  nfo: NfoFacts = noNfo,
  unite: (episodes: ReadonlyArray<Episode>) => United = () => nothingMerged
): ClassifiedLibrary => {
  const pathOf = ({ path, rootPath }: VideoFile) => `${rootPath}/${path}`
  const byPath = new Map(files.map((file) => [pathOf(file), file]))
  const known = new Map([...byPath].map(([path, file]) => [path, knownOf(file, nfo.ofVideos.get(path))]))
  const library = { roots: [...new Set(files.map(({ rootPath }) => rootPath))], videosAs, known }
  const all = classifyTree([...byPath.keys(), ...nfo.paths], library).map((one) => {
    const numbers = byPath.get(one.path)?.numbers ?? null
    return numbers === null || one.role !== "episode"
      ? one
      : { ...one, facts: withNumbers(one.facts, numbers) }
  })
  const found = new Map(all.map((one) => [one.path, one]))
  const classified = new Map(
    files.map((file) => {
      const one = found.get(pathOf(file))
      return [
        file.id,
        one === undefined
          ? { facts: plainVideo, proof: [] }
          : { facts: withAiring(factsOf(one), nfo.airing.get(one.path)), proof: one.proof }
      ]
    })
  )
  const united = unite(
    files.flatMap((file) => {
      const facts = file.byHand ?? classified.get(file.id)!.facts
      return facts.role === "episode" ? [{ id: file.id, path: file.path, facts }] : []
    })
  )
  const works = unitedWorks(all, known, united, (path) => byPath.get(path))
  return {
    seriesFolders: new Map(
      files.flatMap((file) => {
        const folder = found.get(pathOf(file))?.facts.series?.folder
        // If series were merged, only the target's own folder is the series folder, so episodes that come from merged
        // series are skipped.
        return folder == null || united.moved.has(file.id) ? [] : [[file.id, folder]]
      })
    ),
    united,
    classified,
    attached: attachments(works.all, { ...library, known: works.known }, (path) => byPath.get(path)!.id)
  }
}
