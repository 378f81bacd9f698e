import type { Last } from "../Tree.ts"
import { calendarParts, instantOf } from "./dates.ts"

/** The current time and the time zone for symbolic dates such as `today`. */
export interface QueryClock {
  /** The current time in milliseconds since 1970. */
  readonly now: number
  /** The viewer's time zone as an IANA name. */
  readonly zone: string
}

/** A time span from `from` up to, but not including, `to`, in milliseconds since 1970. */
export interface Span {
  readonly from: number
  readonly to: number
}

const DAY = 86_400_000

/**
 * Returns midnight UTC of a day in milliseconds since 1970. `Date.UTC` alone would treat a year below 100 as a year of
 * the 20th century.
 */
const utc = (year: number, month: number, day: number): number => {
  const at = new Date(Date.UTC(2000, 0, 1))
  at.setUTCFullYear(year, month, day)
  return at.getTime()
}

/** Returns the local time in the zone at this instant, written as if it were UTC. */
const shownIn = (zone: string, at: number): number => {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric"
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value)
  return (
    utc(of("year"), of("month") - 1, of("day")) +
    of("hour") * 3_600_000 +
    of("minute") * 60_000 +
    of("second") * 1000
  )
}

/**
 * Returns the instant of this local time. The first offset from UTC is that of an approximate instant, which may be on
 * the other side of a clock change. The offset is therefore computed twice.
 */
const instantIn = (zone: string, shown: number): number => {
  const first = shown - (shownIn(zone, shown) - shown)
  return first - (shownIn(zone, first) - shown)
}

/** Returns the viewer's calendar day `back` days ago, as midnight UTC of its date. */
const dayOf = ({ now, zone }: QueryClock, back: number): number => {
  const shown = shownIn(zone, now)
  return Math.floor(shown / DAY) * DAY - back * DAY
}

/** Returns the span of dates that a value of a date field covers. Each date is represented by its midnight in UTC. */
export const datesIn = (value: string, clock: QueryClock): Span => {
  if (value === "today" || value === "yesterday") {
    const from = dayOf(clock, value === "today" ? 0 : 1)
    return { from, to: from + DAY }
  }
  const { day, month, year } = calendarParts(value)!
  const from = utc(year, (month ?? 1) - 1, day ?? 1)
  if (day !== undefined) return { from, to: from + DAY }
  return { from, to: month === undefined ? utc(year + 1, 0, 1) : utc(year, month, 1) }
}

/**
 * Returns the span of instants that a value of a time field covers. Only `today` and `yesterday` use the viewer's time
 * zone.
 */
export const instantsIn = (value: string, clock: QueryClock): Span => {
  const at = instantOf(value)
  if (at !== undefined) return { from: at, to: at + 1 }
  const dates = datesIn(value, clock)
  if (value !== "today" && value !== "yesterday") return dates
  return { from: instantIn(clock.zone, dates.from), to: instantIn(clock.zone, dates.to) }
}

const milliseconds = { minutes: 60_000, hours: 3_600_000, days: DAY, weeks: 7 * DAY } as const

/** The start of the year 1, which is the earliest date that every database supports. */
const EARLIEST = utc(1, 0, 1)

/**
 * Returns the instant that is the given time span before `now`. If the resulting month has no such day, returns the
 * month's last day.
 */
const unboundedBack = (now: number, { amount, unit }: Last): number => {
  if (unit !== "months" && unit !== "years") return now - amount * milliseconds[unit]
  const at = new Date(now)
  const months = at.getUTCFullYear() * 12 + at.getUTCMonth() - amount * (unit === "years" ? 12 : 1)
  const [year, month] = [Math.floor(months / 12), months - Math.floor(months / 12) * 12]
  const lastDay = new Date(utc(year, month + 1, 0)).getUTCDate()
  return utc(year, month, Math.min(at.getUTCDate(), lastDay)) + (((now % DAY) + DAY) % DAY)
}

/** Like `unboundedBack`, but returns at least `EARLIEST`, because a span may be longer than the calendar. */
const back = (now: number, last: Last): number => {
  const at = unboundedBack(now, last)
  return at > EARLIEST ? at : EARLIEST
}

/** Returns the span of instants within the last `value`, up to and including now. */
export const lastInstants = (value: Last, { now }: QueryClock): Span => ({
  from: back(now, value),
  to: now + 1
})

/** Returns the span of the viewer's days within the last `value`, including today. */
export const lastDates = (value: Last, clock: QueryClock): Span => {
  const today = dayOf(clock, 0)
  return { from: Math.floor(back(today, value) / DAY) * DAY, to: today + DAY }
}
