import type { Stated } from "@media/naming/Classification"
import type { CreditRole, NfoCredit, NfoFields, NfoKind } from "@media/nfo/NfoFields"

type Values = Readonly<Record<string, unknown>>

/** Maximum number of performers or tags of one item, as in `relations/contract.ts`. */
const most = 500
const longest = { line: 500, text: 20_000 }

const cut = (text: string | undefined, length: number): string | undefined => {
  const short = text?.slice(0, length).toWellFormed().trim()
  return short === "" ? undefined : short
}

const roles: Readonly<Partial<Record<CreditRole, string>>> = {
  director: "Director",
  writer: "Writer",
  producer: "Producer",
  guest: "Guest"
}

const performerOf = ({ character, job, name, role }: NfoCredit) => {
  const words = job ?? roles[role]
  return {
    name: name.slice(0, longest.line).toWellFormed(),
    ...(words === undefined ? {} : { role: words.slice(0, 100) }),
    ...(character === undefined ? {} : { character: character.slice(0, 100).toWellFormed() })
  }
}

/**
 * Returns the performers of an item. Actors come first, in the order of the file. A person with several roles is listed
 * once, with the first role.
 */
const performersOf = (credits: NfoFields["credits"] = []) => {
  const isActor = ({ role }: NfoCredit) => role === "actor" || role === "guest"
  const inOrder = [...credits.filter(isActor), ...credits.filter((credit) => !isActor(credit))]
  const byName = new Map(inOrder.toReversed().map((credit) => [credit.name.toLowerCase(), credit]))
  return inOrder
    .filter((credit) => byName.get(credit.name.toLowerCase()) === credit)
    .slice(0, most)
    .map(performerOf)
}

const tagsOf = ({ genres = [], tags = [] }: NfoFields): ReadonlyArray<string> =>
  [
    ...new Map(
      [...genres, ...tags].map((tag) => [tag.toLowerCase(), tag.slice(0, 100).toWellFormed()])
    ).values()
  ].slice(0, most)

/** Removes undefined values and empty lists, which stand for values that are not in the file. */
const given = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)
    )
  )

/** Returns the individual episodes of a video file with several episodes, with truncated titles and descriptions. */
const segmentsOf = (segments: NfoFields["segments"] = []) =>
  segments.slice(0, most).map(({ overview, title, ...segment }) => ({
    ...segment,
    ...given({ title: cut(title, longest.line), overview: cut(overview, longest.text) })
  }))

/**
 * Converts the fields of an NFO file to item values, keyed by the field names in `items/sources.ts`. Values that are
 * not in the file are omitted.
 */
export const valuesOf = (fields: NfoFields): Values =>
  given({
    title: cut(fields.title, longest.line),
    originalTitle: cut(fields.originalTitle, longest.line),
    sortTitle: cut(fields.sortTitle, longest.line),
    tagline: cut(fields.tagline, longest.line),
    details: cut(fields.overview, longest.text),
    date: fields.releaseDate ?? (fields.year === undefined ? undefined : String(fields.year)),
    contentRating: cut(fields.contentRating, 50),
    communityRating: fields.communityRating,
    runtimeMinutes: fields.runtimeMinutes,
    externalIds: fields.externalIds,
    studio: cut(fields.studio, 100),
    tags: tagsOf(fields),
    performers: performersOf(fields.credits),
    countries: fields.countries,
    set: fields.set,
    status: fields.status,
    ended: fields.ended,
    segments: segmentsOf(fields.segments)
  })

const stated = <A extends object>(facts: A) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as {
    [Key in keyof A]: Exclude<A[Key], undefined>
  }

/**
 * Returns the role, numbers and external ids in the NFO file of a video. The title is not included. Returns undefined
 * if the file describes neither a movie nor an episode.
 */
export const classificationOf = (kind: NfoKind | null, fields: NfoFields): Stated | undefined => {
  const ids = { ids: fields.externalIds }
  if (kind === "movie") return stated({ role: "movie" as const, year: fields.year, ...ids }) as Stated
  if (kind !== "episodedetails") return undefined
  const { episode, episodeEnd, season, showTitle: seriesTitle } = fields
  return stated({ role: "episode" as const, seriesTitle, season, episode, episodeEnd, ...ids }) as Stated
}
