import { isDay, isYear } from "@media/kernel/Day"

/** The value parsed from a string, or the reason why the string is invalid. */
export type Read = { readonly value: unknown } | { readonly problem: string }

const value = (read: unknown): Read => ({ value: read })
const problem = (text: string): Read => ({ problem: text })

/** A parser for a non-empty string. */
export type Reader = (text: string) => Read

export const line =
  (most: number): Reader =>
  (text) =>
    value(text.replace(/\s+/gu, " ").trim().slice(0, most).toWellFormed())

export const paragraphs =
  (most: number): Reader =>
  (text) =>
    value(text.replaceAll("\0", "").trim().slice(0, most).toWellFormed())

export const names: Reader = (text) => value(namesIn(text))

/** Splits a string into names, which are separated by commas. */
export const namesIn = (text: string): ReadonlyArray<string> => [
  ...new Set(
    text
      .split(",")
      .map((name) => name.replace(/\s+/gu, " ").trim())
      .filter((name) => name !== "" && name.length <= 200)
  )
]

/** Parses a day or a year, in the format of items. */
export const day: Reader = (text) => {
  const date = /^\d{4}-\d{2}-\d{2}/.exec(text.trim())?.[0] ?? text.trim()
  return isDay(date) || isYear(date)
    ? value(date)
    : problem("is neither a date such as 2024-05-31 nor a year")
}

/** Parses a day, a month or a year, in the format of performers. */
export const partialDay: Reader = (text) =>
  /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text.trim()) ? value(text.trim()) : day(text)

export const year: Reader = (text) =>
  isYear(text.trim()) ? value(Number(text.trim())) : problem("is not a year")

/** Returns a parser for the first number in a string, which must be within the bounds. */
export const measure =
  (from: number, to: number, unit: string): Reader =>
  (text) => {
    const found = /\d+(\.\d+)?/.exec(text.replace(",", "."))?.[0]
    const read = Number(found)
    return found !== undefined && read >= from && read <= to
      ? value(read)
      : problem(`is not a number of ${unit} from ${from} to ${to}`)
  }

/**
 * Parses a rating such as `8.3`, `4/5` or `83%` and converts it to a number from 0 to 100. If a number has no maximum,
 * the maximum is the smallest of 5, 10 and 100 that is not less than the number.
 */
export const rating: Reader = (text) => {
  const [, number = "", most] =
    /^(\d+(?:\.\d+)?)\s*(?:\/\s*(\d+)|%)?$/.exec(text.trim().replace(",", ".")) ?? []
  const read = Number(number)
  const isPercent = text.includes("%")
  const outOf = most === undefined ? (isPercent || read > 10 ? 100 : read > 5 ? 10 : 5) : Number(most)
  return number === "" || outOf === 0 || read > outOf
    ? problem("is not a valid rating")
    : value(Math.round((100 * read) / outOf))
}

/**
 * Parses a length such as `1:45:00`, `105`, `105 min` or `6300 s`, and converts it to minutes. A number above 1,000
 * counts as seconds.
 */
export const minutes: Reader = (text) => {
  const parts = text.trim().split(":").map(Number)
  const seconds =
    parts.length > 1
      ? parts.reduce((sum, part) => 60 * sum + part, 0)
      : Number(/^\d+/.exec(text.trim())?.[0]) * (/^\d+\s*s/i.test(text.trim()) || parts[0]! > 1_000 ? 1 : 60)
  const read = Math.round(seconds / 60)
  return Number.isFinite(read) && read >= 1 && read <= 100_000
    ? value(read)
    : problem("is not a valid length")
}

const genders = ["male", "female", "transgender_male", "transgender_female", "intersex", "non_binary"]
export const gender: Reader = (text) => {
  const read = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_")
  return genders.includes(read) ? value(read) : problem("is not a known gender")
}

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))
const countryCodes = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const name = countryNames.of(code)
      return name === undefined ? [] : [[name.toLowerCase(), code] as const]
    })
)
const otherCountries = new Map([
  ["usa", "US"],
  ["united states of america", "US"],
  ["uk", "GB"],
  ["great britain", "GB"],
  ["england", "GB"],
  ["czech republic", "CZ"],
  ["holland", "NL"]
])

/** Parses a country from its English name or its two-letter code. In "Berlin, Germany", only the last part counts. */
export const country: Reader = (text) => {
  const wanted = (text.split(",").at(-1) ?? "").trim()
  const known = countryCodes.get(wanted.toLowerCase()) ?? otherCountries.get(wanted.toLowerCase())
  const code = /^[A-Za-z]{2}$/.test(wanted) && countryNames.of(wanted.toUpperCase()) !== undefined
  return known !== undefined ? value(known) : code ? value(wanted.toUpperCase()) : problem("is not a country")
}

export const circumcised: Reader = (text) => {
  const read = text.trim().toLowerCase()
  return read === "cut" || read === "uncut" ? value(read) : problem("is neither cut nor uncut")
}

export const address = (text: string): string | undefined => {
  const url = text.trim()
  return /^https?:\/\/\S+$/i.test(url) && url.length <= 2_000 && URL.canParse(url) ? url : undefined
}

/**
 * Returns a function that converts an account name on a website, such as `@mia`, to the URL of the account. Needed
 * because some scrapers return only the name.
 */
export const accountAt =
  (site: string) =>
  (text: string): string | undefined => {
    const name = text.trim().replace(/^@/, "")
    return address(name) ?? (/^[\w.]{1,50}$/.test(name) ? `https://${site}/${name}` : undefined)
  }

/** Parses the years of a career: "2001-2010", "2001 -" or "2001". */
export const careerOf = (text: string | undefined): Readonly<Record<string, number>> => {
  const [only] = /^\s*(?:19|20)\d{2}\s*$/.exec(text ?? "") ?? []
  if (only !== undefined) return { careerStart: Number(only) }
  const [, start, end] = /(\d{4})?\s*[-–]\s*(\d{4})?/.exec(text ?? "") ?? []
  return {
    ...(start === undefined ? {} : { careerStart: Number(start) }),
    ...(end === undefined ? {} : { careerEnd: Number(end) })
  }
}
