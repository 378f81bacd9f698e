import type { NfoFields, NfoSegment } from "../NfoFields.ts"
import { stated } from "./elements.ts"

const joined = (texts: ReadonlyArray<string | undefined>): string | undefined => {
  const all = texts.filter((text) => text !== undefined && text !== "")
  return all.length === 0 ? undefined : all.join(" / ")
}

const segmentOf = (fields: NfoFields): NfoSegment =>
  stated<NfoSegment>({
    episode: fields.episode ?? 0,
    title: fields.title,
    overview: fields.overview,
    airDate: fields.releaseDate,
    runtime: fields.runtimeMinutes
  })

/**
 * Combines the episodes of one file. The result has the other fields of the first episode, the
 * joined titles of all episodes, and one segment per episode.
 */
export const mergedEpisodes = (all: ReadonlyArray<NfoFields>): NfoFields => {
  const [first = {}] = all
  const numbers = all.flatMap(({ episode }) => (episode === undefined ? [] : [episode]))
  const last = Math.max(...numbers, first.episodeEnd ?? 0)
  return stated<NfoFields>({
    ...first,
    title: joined(all.map(({ title }) => title)),
    originalTitle: joined(all.map(({ originalTitle }) => originalTitle)),
    episodeEnd: first.episode !== undefined && last > first.episode ? last : first.episodeEnd,
    segments: all.map(segmentOf)
  } as NfoFields)
}
