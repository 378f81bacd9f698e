import { plainDate, plainMonth } from "@/lib/format"
import { formatLocale } from "@/lib/i18n/locale"
import { translate } from "@/lib/messages"
import type { EntityDetail } from "../entityKinds"
import { messages } from "./pageMessages"

const textOf = (entity: EntityDetail, field: string): string | undefined => {
  const value = entity[field]
  return typeof value === "string" && value !== "" ? value : undefined
}
const numberOf = (entity: EntityDetail, field: string): number | undefined => {
  const value = entity[field]
  return typeof value === "number" ? value : undefined
}

/** Formats a date, a month or a year. */
const dateText = (date: string | undefined): string | undefined =>
  date === undefined ? undefined : date.length === 7 ? plainMonth(date) : plainDate(date)

export const countryName = (code: string): string => {
  try {
    return new Intl.DisplayNames(formatLocale.value, { type: "region" }).of(code) ?? code
  } catch {
    return code
  }
}

/**
 * Returns the number of full years between two dates. A missing month counts as January, and a missing day as the first
 * day of the month.
 */
export const yearsBetween = (from: string, to: string): number => {
  const full = (date: string): string => `${date}-01-01`.slice(0, 10)
  const years = Number(full(to).slice(0, 4)) - Number(full(from).slice(0, 4))
  return full(to).slice(5) < full(from).slice(5) ? years - 1 : years
}

/** Returns the texts of the line below the name of a person: age, country and career. */
export const lineOf = (entity: EntityDetail, today: string): ReadonlyArray<string | undefined> => {
  const [born, died, country] = ["birthDate", "deathDate", "country"].map((field) => textOf(entity, field))
  const [begin, end] = [numberOf(entity, "careerStart"), numberOf(entity, "careerEnd")]
  const age = born === undefined ? undefined : yearsBetween(born, died ?? today)
  const years = begin === undefined ? undefined : `${begin}–${end ?? translate(messages, "present")}`
  return [
    age === undefined ? undefined : translate(messages, died === undefined ? "age" : "ageAtDeath", { age }),
    country === undefined ? undefined : countryName(country),
    years === undefined ? undefined : translate(messages, "career", { years })
  ]
}

type Word = keyof typeof messages.texts
const words = (word: string | undefined): string | undefined =>
  word === undefined ? undefined : translate(messages, word as "male")
const unit = (value: number | undefined, name: "centimeter" | "kilogram"): string | undefined =>
  value?.toLocaleString(formatLocale.value, { style: "unit", unit: name })

/** Returns the known facts about a person, in display order. */
export const factsOf = (entity: EntityDetail): ReadonlyArray<readonly [string, string]> => {
  const plain = (...fields: ReadonlyArray<Word>) =>
    fields.map((field) => [field, textOf(entity, field)] as const)
  const facts: ReadonlyArray<readonly [Word, string | undefined]> = [
    ["birthDate", dateText(textOf(entity, "birthDate"))],
    ["deathDate", dateText(textOf(entity, "deathDate"))],
    ["gender", words(textOf(entity, "gender"))],
    ...plain("ethnicity", "eyeColor", "hairColor"),
    ["heightCm", unit(numberOf(entity, "heightCm"), "centimeter")],
    ["weightKg", unit(numberOf(entity, "weightKg"), "kilogram")],
    ...plain("measurements", "breastType"),
    ["penisLengthCm", unit(numberOf(entity, "penisLengthCm"), "centimeter")],
    ["circumcised", words(textOf(entity, "circumcised"))],
    ...plain("tattoos", "piercings")
  ]
  const custom = Object.entries((entity["customFields"] ?? {}) as Readonly<Record<string, string | number>>)
  return [
    ...facts.flatMap(([field, value]) =>
      value === undefined ? [] : [[translate(messages, field as "gender"), value] as const]
    ),
    ...custom.map(([name, value]) => [name, String(value)] as const)
  ]
}
