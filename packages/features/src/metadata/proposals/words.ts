import { type EntityKind, isEntityKind } from "../../EntityKind.ts"
import type { TargetKind } from "../../IdentifySource.ts"
import {
  circumcised,
  country,
  day,
  gender,
  line,
  measure,
  minutes,
  names,
  paragraphs,
  partialDay,
  rating,
  type Reader,
  year
} from "./readers.ts"

type Words = Readonly<Record<string, readonly [field: string, read: Reader]>>

/** Maps each field of the scraper format to the API's name of the item field, and to the parser for its values. */
const itemWords: Words = {
  Title: ["title", line(500)],
  Name: ["title", line(500)],
  OriginalTitle: ["originalTitle", line(500)],
  Tagline: ["tagline", line(500)],
  Code: ["code", line(200)],
  Date: ["date", day],
  Details: ["details", paragraphs(20_000)],
  Synopsis: ["details", paragraphs(20_000)],
  ContentRating: ["contentRating", line(50)],
  Rating: ["communityRating", rating],
  Duration: ["runtimeMinutes", minutes],
  Status: ["status", line(100)],
  Ended: ["ended", day]
}

const performerWords: Words = {
  Name: ["name", line(200)],
  Disambiguation: ["disambiguation", line(200)],
  Aliases: ["aliases", names],
  Gender: ["gender", gender],
  Birthdate: ["birthDate", partialDay],
  DeathDate: ["deathDate", partialDay],
  Ethnicity: ["ethnicity", line(100)],
  Country: ["country", country],
  EyeColor: ["eyeColor", line(100)],
  HairColor: ["hairColor", line(100)],
  Height: ["heightCm", measure(1, 300, "centimeters")],
  Weight: ["weightKg", measure(1, 700, "kilograms")],
  Measurements: ["measurements", line(100)],
  FakeTits: ["breastType", line(100)],
  PenisLength: ["penisLengthCm", measure(1, 100, "centimeters")],
  Circumcised: ["circumcised", circumcised],
  CareerStart: ["careerStart", year],
  CareerEnd: ["careerEnd", year],
  Tattoos: ["tattoos", paragraphs(2_000)],
  Piercings: ["piercings", paragraphs(2_000)],
  Details: ["details", paragraphs(20_000)]
}
const studioWords: Words = {
  Name: ["name", line(200)],
  Aliases: ["aliases", names],
  Details: ["details", paragraphs(20_000)]
}
const authorWords: Words = {
  ...studioWords,
  Birthdate: ["birthDate", partialDay],
  DeathDate: ["deathDate", partialDay],
  Country: ["country", country]
}
const tagWords: Words = {
  Name: ["name", line(200)],
  Aliases: ["aliases", names],
  Description: ["description", paragraphs(20_000)]
}
const entityWords: Readonly<Record<EntityKind, Words>> = {
  performer: performerWords,
  studio: studioWords,
  tag: tagWords,
  author: authorWords
}

export const wordsOf = (kind: TargetKind): Words => (isEntityKind(kind) ? entityWords[kind] : itemWords)

const numbers = ["season", "episode", "episodeEnd"]

/** Sorts the fields of a kind in the order in which they are shown. */
export const inOrder = (kind: TargetKind, fields: ReadonlyArray<string>): ReadonlyArray<string> => {
  const order = [...Object.values(wordsOf(kind)).map(([field]) => field), ...numbers]
  const rank = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length)
  return fields.toSorted((one, other) => rank(one) - rank(other) || one.localeCompare(other))
}

/** True for kinds that have web addresses, which are all kinds except tags. */
export const hasAddresses = (kind: TargetKind): boolean => kind !== "tag"

/** Alternative field names, as used by movie and series databases, mapped to the names of item fields. */
const aliases: Readonly<Record<string, string>> = {
  overview: "details",
  synopsis: "details",
  description: "details",
  releaseDate: "date",
  airDate: "date",
  premiered: "date",
  rating: "communityRating",
  runtime: "runtimeMinutes",
  genres: "tags",
  network: "studio",
  credits: "performers",
  director: "performers",
  photographer: "performers"
}

/** Returns the field that a name in a request refers to. */
export const fieldNamed = (kind: TargetKind, name: string): string =>
  isEntityKind(kind) ? name : (aliases[name] ?? name)
