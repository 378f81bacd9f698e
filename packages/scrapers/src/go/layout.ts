import { type LayoutPart, layoutParts } from "./layoutParts.ts"

export interface GoDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December"
]
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

/** The value does not match the layout. */
class Mismatch extends Error {}

const daysIn = (year: number, month: number): number => {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  if (month === 2) return isLeap ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Reads a value part by part. */
class Reader {
  year: number | undefined
  month: number | undefined
  day: number | undefined
  yearDay: number | undefined
  private rest: string

  constructor(value: string) {
    this.rest = value
  }

  private take(pattern: RegExp): string {
    const found = pattern.exec(this.rest)
    if (found === null) throw new Mismatch()
    this.rest = this.rest.slice(found[0].length)
    return found[0]
  }

  private number(pattern: RegExp, from: number, to: number): number {
    const number = Number(this.take(pattern))
    if (number < from || number > to) throw new Mismatch()
    return number
  }

  private name(names: ReadonlyArray<string>, length?: number): number {
    const lower = this.rest.toLowerCase()
    const at = names.findIndex((name) => lower.startsWith(name.slice(0, length).toLowerCase()))
    if (at === -1) throw new Mismatch()
    this.rest = this.rest.slice(names[at]!.slice(0, length).length)
    return at
  }

  /**
   * Skips literal text of the layout. A run of spaces matches a run of any length. Spaces at the end of the layout
   * match an empty string.
   */
  text(expected: string): void {
    for (let at = 0; at < expected.length;) {
      if (expected[at] === " ") {
        if (this.rest !== "" && !this.rest.startsWith(" ")) throw new Mismatch()
        while (expected[at] === " ") at += 1
        this.rest = this.rest.replace(/^ +/, "")
      } else {
        if (!this.rest.startsWith(expected[at]!)) throw new Mismatch()
        this.rest = this.rest.slice(1)
        at += 1
      }
    }
  }

  /** Reads one part. `isBeforeFraction` is true if the layout itself contains the fraction of the seconds. */
  part(part: LayoutPart, isBeforeFraction: boolean): void {
    switch (part.is) {
      case "text":
        return this.text(part.text)
      case "longYear":
        this.year = Number(this.take(/^\d{4}/))
        return
      case "year": {
        const year = Number(this.take(/^\d{2}/))
        this.year = year >= 69 ? 1900 + year : 2000 + year
        return
      }
      case "longMonth":
        this.month = this.name(MONTHS) + 1
        return
      case "month":
        this.month = this.name(MONTHS, 3) + 1
        return
      case "numMonth":
        this.month = this.number(/^\d\d?/, 1, 12)
        return
      case "zeroMonth":
        this.month = this.number(/^\d\d/, 1, 12)
        return
      case "longWeekday":
        this.name(WEEKDAYS)
        return
      case "weekday":
        this.name(WEEKDAYS, 3)
        return
      case "day":
        this.day = this.number(/^\d\d?/, 0, 99)
        return
      case "underDay":
        this.day = this.number(/^ ?\d\d?/, 0, 99)
        return
      case "zeroDay":
        this.day = this.number(/^\d\d/, 0, 99)
        return
      case "underYearDay":
        this.yearDay = this.number(/^ {0,2}\d{1,3}/, 1, 366)
        return
      case "zeroYearDay":
        this.yearDay = this.number(/^\d{3}/, 1, 366)
        return
      default:
        return this.clock(part, isBeforeFraction)
    }
  }

  private clock(part: LayoutPart, isBeforeFraction: boolean): void {
    switch (part.is) {
      case "hour":
        this.number(/^\d\d?/, 0, 23)
        return
      case "hour12":
        this.number(/^\d\d?/, 0, 12)
        return
      case "zeroHour12":
        this.number(/^\d\d/, 0, 12)
        return
      case "minute":
        this.number(/^\d\d?/, 0, 59)
        return
      case "zeroMinute":
        this.number(/^\d\d/, 0, 59)
        return
      case "second":
      case "zeroSecond":
        this.number(part.is === "second" ? /^\d\d?/ : /^\d\d/, 0, 59)
        // Go accepts a fraction here even if the layout contains none.
        if (!isBeforeFraction) this.take(/^(?:[.,]\d+)?/)
        return
      case "PM":
        this.take(/^[AP]M/)
        return
      case "pm":
        this.take(/^[ap]m/)
        return
      case "fraction":
        this.take(part.isOptional ? /^(?:[.,]\d*)?/ : new RegExp(`^[.,]\\d{${part.digits}}`))
        return
      case "zoneName":
        this.take(/^(?:UTC|ChST|MeST|GMT(?:[+-]\d{1,2})?|[+-]\d{2,4}|[A-Z]{3,4}T|[A-Z]{3})/)
        return
      case "zone": {
        if (part.isUtcByLetter && this.rest.startsWith("Z")) {
          this.rest = this.rest.slice(1)
          return
        }
        const colon = part.minutes === "colon" ? ":" : ""
        const minutes = part.minutes === "none" ? "" : `${colon}[0-5]\\d`
        this.take(new RegExp(`^[+-](?:[01]\\d|2[0-4])${minutes}${part.hasSeconds ? `${colon}[0-5]\\d` : ""}`))
        return
      }
    }
  }

  date(): GoDate {
    if (this.rest !== "") throw new Mismatch()
    const year = this.year ?? 0
    const date = this.yearDay === undefined ? undefined : ofYearDay(year, this.yearDay)
    const month = this.month ?? date?.month ?? 1
    const day = this.day ?? date?.day ?? 1
    if (day < 1 || day > daysIn(year, month)) throw new Mismatch()
    if (date !== undefined && (date.month !== month || date.day !== day)) throw new Mismatch()
    return { year, month, day }
  }
}

const ofYearDay = (year: number, yearDay: number): GoDate => {
  let left = yearDay
  for (let month = 1; month <= 12; month++) {
    const days = daysIn(year, month)
    if (left <= days) return { year, month, day: left }
    left -= days
  }
  throw new Mismatch()
}

/** True if the layout contains a year. A proposal cannot use a date without a year. */
export const hasYear = (layout: string): boolean =>
  layoutParts(layout).some(({ is }) => is === "year" || is === "longYear")

/**
 * Parses a value with a Go layout. Returns the date as written, without time zone conversion, or undefined if the value
 * does not match.
 */
export const parseGoLayout = (layout: string, value: string): GoDate | undefined => {
  const parts = layoutParts(layout)
  const reader = new Reader(value)
  try {
    parts.forEach((part, at) => reader.part(part, parts[at + 1]?.is === "fraction"))
    return reader.date()
  } catch (error) {
    if (error instanceof Mismatch) return undefined
    throw error
  }
}
