import type { Scraped } from "@media/scrapers/mapped/Scraped"

/** A season or an episode in the result for a series. */
export interface NamedChild {
  /** The season number, or null if the source does not distinguish seasons. */
  readonly season: number | null
  /** The episode number. Null for a season. */
  readonly episode: number | null
  /** The last episode number in a file with several episodes. */
  readonly episodeEnd: number | null
  readonly scraped: Scraped
}

/** A season or a video file in the library. */
export interface OwnChild {
  readonly id: string
  readonly kind: "season" | "video"
  readonly season: number
  readonly episode: number | null
  readonly episodeEnd: number | null
}

interface MatchedChild {
  readonly own: OwnChild
  readonly scraped: Scraped
}

export interface MissingChild {
  readonly season: number | null
  readonly episode: number | null
  readonly title: string
}

/** Maximum number of seasons and episodes in one result. */
const most = 5_000

const intOf = (text: string | undefined): number | null => {
  const found = /\d{1,6}/.exec(text ?? "")?.[0]
  return found === undefined ? null : Number(found)
}

/** Parses episode numbers such as "5", "5-6", "S01E05", "1x05" and "Episode 5". */
export const numbersIn = (text: string) => {
  const [, season, first, last] =
    /s(\d{1,4})\s*\.?e(\d{1,5})(?:\s*[-–]?\s*e(\d{1,5}))?/i.exec(text) ??
    /\b(\d{1,2})x(\d{1,4})\b/.exec(text) ??
    []
  if (first !== undefined)
    return {
      season: Number(season),
      episode: Number(first),
      episodeEnd: last === undefined ? null : Number(last)
    }
  const [, from, to] = /(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?/.exec(text) ?? []
  return {
    season: null,
    episode: from === undefined ? null : Number(from),
    episodeEnd: to === undefined ? null : Number(to)
  }
}

/** Returns the season and episode numbers of an episode in a result. */
export const numbersOf = ({ fields }: Scraped) => {
  const { Episode, EpisodeEnd, Number: number, Season } = fields
  const found = numbersIn(Episode ?? number ?? "")
  return {
    season: intOf(Season) ?? found.season,
    episode: found.episode,
    episodeEnd: intOf(EpisodeEnd) ?? found.episodeEnd
  }
}

const episodeOf = (scraped: Scraped): ReadonlyArray<NamedChild> => {
  const numbers = numbersOf(scraped)
  return numbers.episode === null ? [] : [{ ...numbers, scraped }]
}

/** Returns the seasons and episodes in a result, with their numbers. Entries without a number are skipped. */
export const childrenIn = ({ relations }: Scraped): ReadonlyArray<NamedChild> => {
  const seasons = (relations["Seasons"] ?? []).flatMap((scraped): ReadonlyArray<NamedChild> => {
    const season = intOf(scraped.fields["Number"] ?? scraped.fields["Season"])
    return season === null ? [] : [{ season, episode: null, episodeEnd: null, scraped }]
  })
  const inSeasons = (relations["Seasons"] ?? []).flatMap(({ fields, relations: inner }) =>
    (inner["Episodes"] ?? []).flatMap((episode) =>
      episodeOf({ ...episode, fields: { Season: fields["Number"] ?? "", ...episode.fields } })
    )
  )
  const episodes = [...(relations["Episodes"] ?? []), ...(relations["Scenes"] ?? [])].flatMap(episodeOf)
  return [...seasons, ...inSeasons, ...episodes].slice(0, most)
}

const titleOf = ({ fields }: Scraped): string => fields["Title"] ?? fields["Name"] ?? ""

/** Combines the results of several episodes that are in one file. */
const joined = (all: ReadonlyArray<Scraped>): Scraped => {
  const [first] = all
  if (first === undefined || all.length === 1) return first ?? { fields: {}, urls: [], relations: {} }
  const texts = (field: string) => all.flatMap(({ fields }) => fields[field] ?? [])
  const details = texts("Details")
  return {
    fields: {
      ...first.fields,
      Title: all
        .map(titleOf)
        .filter((title) => title !== "")
        .join(" / "),
      ...(details.length === 0 ? {} : { Details: details.join("\n\n") })
    },
    urls: [...new Set(all.flatMap(({ urls }) => urls))],
    relations: first.relations
  }
}

/**
 * Matches the seasons and episodes of a result to the seasons and files with the same numbers. The order of the results
 * does not matter. A file with two episodes gets the combined results of both episodes. A result for two episodes
 * matches only a file with the same two episodes. `missing` contains the results without a match.
 */
export const matchChildren = (named: ReadonlyArray<NamedChild>, own: ReadonlyArray<OwnChild>) => {
  const seasons = new Set(own.filter(({ season }) => season > 0).map(({ season }) => season))
  const [onlySeason = null] = seasons.size === 1 ? [...seasons] : []
  const seasonOf = ({ season }: NamedChild) => season ?? onlySeason
  const used = new Set<NamedChild>()
  const matched = own.flatMap((each): ReadonlyArray<MatchedChild> => {
    const last = each.episodeEnd ?? each.episode
    const inSpan = named.filter((child) => {
      if (seasonOf(child) !== each.season || (child.episode === null) !== (each.kind === "season"))
        return false
      if (child.episode === null || each.episode === null || last === null) return each.kind === "season"
      return child.episodeEnd === null || child.episodeEnd === child.episode
        ? child.episode >= each.episode && child.episode <= last
        : child.episode === each.episode && child.episodeEnd === last
    })
    if (inSpan.length === 0) return []
    for (const child of inSpan) used.add(child)
    const inOrder = inSpan.toSorted((a, b) => (a.episode ?? 0) - (b.episode ?? 0))
    return [{ own: each, scraped: joined(inOrder.map(({ scraped }) => scraped)) }]
  })
  const missing = named
    .filter((child) => !used.has(child))
    .map((child): MissingChild => ({
      season: seasonOf(child),
      episode: child.episode,
      title: titleOf(child.scraped).slice(0, 200)
    }))
  return { matched, missing }
}
