import type { Classification, Library } from "../Classification.ts"
import { classify } from "../classify.ts"
import { extraFolder } from "../extras.ts"
import { idTags, idsOf } from "../ids.ts"
import { foldedTitle } from "../path.ts"
import { folderReading } from "../tree/folderReading.ts"
import { extensionOf } from "../videoExtensions.ts"

/**
 * A name, and the facts that the classifier must read from the name. Facts that a case does not state are not checked.
 */
export interface Case {
  readonly kind: string
  readonly input: string
  readonly expect: Readonly<Record<string, unknown>>
  /** Other files of the library. */
  readonly siblings?: ReadonlyArray<string>
  readonly videosAs?: Library["videosAs"]
  readonly root?: string
}

export interface Miss {
  readonly kind: string
  readonly input: string
  readonly field: string
  readonly expected: unknown
  readonly found: unknown
}

export interface Score {
  readonly kind: string
  readonly right: number
  readonly total: number
  readonly misses: ReadonlyArray<Miss>
}

type Fields = Readonly<Record<string, unknown>>

const libraryOf = (given: Case, videosAs: Library["videosAs"]): Library => ({
  roots: given.root === undefined ? [] : [given.root],
  videosAs: given.videosAs ?? videosAs
})

const read = (given: Case, videosAs: Library["videosAs"]): Classification =>
  classify(given.input, given.siblings ?? [], libraryOf(given, videosAs))

/** Returns the season that the name or its folders state. Null if the season is only the default 1. */
const statedSeason = ({ facts, proof }: Classification): number | null =>
  proof.some(({ rule }) => rule === "season-default") ? null : facts.season

const seriesTitle = ({ facts }: Classification): ReadonlyArray<string> => {
  const { title = "", year = null } = facts.series ?? {}
  return year === null ? [title] : [title, `${title} (${year})`]
}

const episodeFields = (given: Case): Fields => {
  const found = read(given, "series")
  const { facts } = found
  return {
    role: found.role,
    title: seriesTitle(found),
    season: statedSeason(found),
    episodes: facts.episode,
    firstEpisode: facts.episode,
    endingEpisode: facts.episodeEnd,
    absolute: facts.absolute,
    date: facts.airDate,
    episodeTitle: facts.title
  }
}

const movieFields = (given: Case): Fields => {
  const { facts, role } = read(given, "movies")
  return { role, title: [facts.title], year: facts.year, edition: facts.edition, part: facts.part }
}

const mixedFields = (given: Case): Fields => {
  const found = read(given, "mixed")
  return {
    role: found.role,
    title: found.role === "episode" ? seriesTitle(found) : [found.facts.title],
    year: found.facts.year,
    season: found.facts.season,
    episode: found.facts.episode,
    episodeEnd: found.facts.episodeEnd,
    extraType: found.facts.extraType
  }
}

const idFields = ({ input }: Case): Fields => {
  const found = idsOf(idTags(input.slice(input.lastIndexOf("/") + 1)))
  return Object.fromEntries(
    Object.entries(found).flatMap(([kind, id]) =>
      ["", "id", "-id", " id"].map((end) => [`${kind}${end}`, id])
    )
  )
}

const pascal = (type: string | null): string | null =>
  type === null ? null : type === "other" ? "Unknown" : `${type[0]!.toUpperCase()}${type.slice(1)}`

const fieldsOf: Readonly<Record<string, (given: Case) => Fields>> = {
  episode: episodeFields,
  daily: episodeFields,
  movie: movieFields,
  mixed: mixedFields,
  "id-tag": idFields,
  "season-folder": ({ input }) => {
    const { season } = folderReading(input, "series")
    return { season, isSeasonDirectory: season !== null }
  },
  "series-folder": ({ input }) => {
    const { title, year } = folderReading(input, "series")
    return { title: year === null ? [title] : [title, `${title} (${year})`] }
  },
  "extra-folder": ({ input }) => ({ extraType: pascal(extraFolder(input)) }),
  "extra-folder-toplevel": ({ input }) => ({
    extraType: pascal(
      read({ kind: "", input: `/movies/${input}/a.mkv`, root: "/movies", expect: {} }, "mixed").facts
        .extraType
    )
  })
}

const withoutExtension = (name: string): string => {
  const extension = extensionOf(name)
  return extension === "" ? name : name.slice(0, -extension.length - 1)
}

const foldedText = (text: unknown): string => foldedTitle(withoutExtension(String(text)))

const isRight = (field: string, expected: unknown, found: unknown): boolean => {
  if (field === "title")
    return (found as ReadonlyArray<string>).some((title) => foldedText(title) === foldedText(expected))
  if (field === "episodeTitle") return foldedText(found) === foldedText(expected)
  if (field === "episodes") return (expected as ReadonlyArray<number>)[0] === found
  if (field === "extraType") return String(expected).replace("ExtraType.", "") === String(found ?? null)
  return (expected ?? null) === (found ?? null)
}

/**
 * Counts the correct and incorrect fields for each kind of case. Fields that a case does not state are not counted,
 * except ids.
 */
export const score = (cases: ReadonlyArray<Case>): ReadonlyArray<Score> => {
  const kinds = [...new Set(cases.map(({ kind }) => kind))].filter((kind) => Object.hasOwn(fieldsOf, kind))
  return kinds.map((kind) => {
    const results = cases
      .filter((given) => given.kind === kind)
      .flatMap((given) => {
        const fields = fieldsOf[kind]!(given)
        return Object.entries(given.expect)
          .filter(([field]) => kind === "id-tag" || Object.hasOwn(fields, field))
          .map(([field, expected]) => ({ given, field, expected, found: fields[field] }))
      })
    const misses = results
      .filter(({ expected, field, found }) => !isRight(field, expected, found))
      .map(({ expected, field, found, given }) => ({ kind, input: given.input, field, expected, found }))
    return { kind, right: results.length - misses.length, total: results.length, misses }
  })
}
