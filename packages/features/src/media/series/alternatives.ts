import type { Facts, Role } from "@media/naming/Classification"
import { classify } from "@media/naming/classify"
import type { AlternativeReading } from "./episodeContract.ts"
import type { VideoFacts } from "./facts.ts"

const ROOT = "/library"

const readingOf = (role: Role, facts: Facts): ReadonlyArray<AlternativeReading> => {
  const { absolute, airDate, episode, episodeEnd, season, series, title, year } = facts
  const named = { title: title === "" ? null : title }
  const none = { series: null, season: null, episode: null, episodeEnd: null, absolute: null, airDate: null }
  if (role === "movie") return [{ role, ...named, year, ...none }]
  if (role === "video") return [{ role, ...named, year: null, ...none }]
  if (role !== "episode" || series === null || series.title === "") return []
  return [
    {
      ...{ role, ...named, year: null, episode, episodeEnd, absolute, airDate },
      series: { title: series.title, year: series.year },
      season: season ?? 1
    }
  ]
}

const keyOf = ({ episode, role, season, series, title, year }: Omit<AlternativeReading, "airDate">): string =>
  JSON.stringify(
    role === "video"
      ? [role]
      : role === "movie"
        ? [role, title?.toLowerCase(), year]
        : [role, series?.title.toLowerCase(), season, episode]
  )

/** Returns the other possible interpretations of a video's path, without the current classification. Pure. */
export const alternativesTo = (current: VideoFacts, path: string): ReadonlyArray<AlternativeReading> => {
  const { alternatives, facts, role } = classify(`${ROOT}/${path}`, [], { roots: [ROOT], videosAs: "mixed" })
  // A file name without a year is classified as a plain video, but it may also be the title of a movie.
  const movie = role === "video" ? readingOf("movie", facts) : []
  const readings = [
    ...[{ facts, role }, ...alternatives].flatMap((one) => readingOf(one.role, one.facts)),
    ...movie
  ]
  return readings.filter((one) => keyOf(one) !== keyOf(current))
}
