import { type Last, type Unit, units } from "../Tree.ts"

/**
 * Dates in a filter are `today`, `yesterday`, a year, a month, a day, or an instant. All except instants cover a time
 * span. Filters store them as written, because "today" in a saved filter is a different day tomorrow.
 */
const calendar = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[-+]\d{2}:\d{2})?$/i

export interface CalendarParts {
  readonly year: number
  readonly month: number | undefined
  readonly day: number | undefined
}

export const calendarParts = (text: string): CalendarParts | undefined => {
  const [, year, month, day] = calendar.exec(text) ?? []
  if (year === undefined || Number(year) < 1) return undefined
  const parts = {
    year: Number(year),
    month: month === undefined ? undefined : Number(month),
    day: day === undefined ? undefined : Number(day)
  }
  if (parts.month !== undefined && (parts.month < 1 || parts.month > 12)) return undefined
  if (parts.month === undefined || parts.day === undefined) return parts
  const last = new Date(Date.UTC(2000, parts.month, 0))
  last.setUTCFullYear(parts.year, parts.month, 0)
  return parts.day < 1 || parts.day > last.getUTCDate() ? undefined : parts
}

/**
 * Returns milliseconds since 1970, or undefined if the text is not an instant. An instant without a time zone is in
 * UTC.
 */
export const instantOf = (text: string): number | undefined => {
  if (!instant.test(text)) return undefined
  if (calendarParts(text.slice(0, 10)) === undefined) return undefined
  const hasZone = /(?:Z|[-+]\d{2}:\d{2})$/i.test(text)
  const at = Date.parse(hasZone ? text : `${text}Z`)
  return Number.isNaN(at) ? undefined : at
}

/** Returns a date in its canonical form, or undefined if the text is not a date. Instants are accepted if `hasTime`. */
export const parseDate = (text: string, { hasTime }: { readonly hasTime: boolean }): string | undefined => {
  const lower = text.toLowerCase()
  if (lower === "today" || lower === "yesterday") return lower
  if (calendarParts(text) !== undefined) return text
  return hasTime && instantOf(text) !== undefined ? text.toUpperCase() : undefined
}

const letters: Readonly<Record<string, Unit>> = {
  min: "minutes",
  h: "hours",
  d: "days",
  w: "weeks",
  mo: "months",
  y: "years"
}

/** Parses a time span such as `30d` or `6mo`. */
export const parseLast = (text: string): Last | undefined => {
  const [, amount, unit] = /^(\d{1,6})(min|h|d|w|mo|y)$/i.exec(text) ?? []
  return amount === undefined || Number(amount) === 0
    ? undefined
    : { amount: Number(amount), unit: letters[unit!.toLowerCase()]! }
}

export const printLast = ({ amount, unit }: Last): string =>
  `${amount}${Object.keys(letters).find((letter) => letters[letter] === unit)!}`

export const isLast = (value: unknown): value is Last =>
  typeof value === "object" &&
  value !== null &&
  "amount" in value &&
  "unit" in value &&
  Number.isInteger(value.amount) &&
  (value.amount as number) >= 1 &&
  (value.amount as number) <= 999_999 &&
  units.includes(value.unit as Unit)
