import type { Last } from "../Tree.ts"
import { calendarParts, instantOf } from "./dates.ts"

/** The time that symbolic dates are relative to. */
export interface QueryClock {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The viewer's zone, an IANA name. */
  readonly zone: string
}

/** From `from` up to but not including `to`, in milliseconds since 1970. */
export interface Span {
  readonly from: number
  readonly to: number
}

const DAY = 86_400_000

/** `Date.UTC` treats a year below 100 as one of the 20th century. */
const utc = (year: number, month: number, day: number): number => {
  const at = new Date(Date.UTC(2000, 0, 1))
  at.setUTCFullYear(year, month, day)
  return at.getTime()
}

/** The local time in the zone at this instant, as if it were UTC. */
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

/** The instant of this local time in the zone. Computed twice, because the offset may change in between. */
const instantIn = (zone: string, shown: number): number => {
  const first = shown - (shownIn(zone, shown) - shown)
  return first - (shownIn(zone, first) - shown)
}

/** The viewer's calendar day that began `back` days ago, as midnight UTC of its date. */
const dayOf = ({ now, zone }: QueryClock, back: number): number => {
  const shown = shownIn(zone, now)
  return Math.floor(shown / DAY) * DAY - back * DAY
}

/** The dates that a value of a date field means, each as its midnight in UTC. */
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

/** The instants that a value of a time field means. Days use the viewer's zone only for `today` and `yesterday`. */
export const instantsIn = (value: string, clock: QueryClock): Span => {
  const at = instantOf(value)
  if (at !== undefined) return { from: at, to: at + 1 }
  const dates = datesIn(value, clock)
  if (value !== "today" && value !== "yesterday") return dates
  return { from: instantIn(clock.zone, dates.from), to: instantIn(clock.zone, dates.to) }
}

const milliseconds = { minutes: 60_000, hours: 3_600_000, days: DAY, weeks: 7 * DAY } as const

/** The earliest date that every database supports: the start of the year 1. */
const EARLIEST = utc(1, 0, 1)

/** The instant before a span of time. If the day does not exist in that month, uses the last day of the month. */
const unboundedBack = (now: number, { amount, unit }: Last): number => {
  if (unit !== "months" && unit !== "years") return now - amount * milliseconds[unit]
  const at = new Date(now)
  const months = at.getUTCFullYear() * 12 + at.getUTCMonth() - amount * (unit === "years" ? 12 : 1)
  const [year, month] = [Math.floor(months / 12), months - Math.floor(months / 12) * 12]
  const lastDay = new Date(utc(year, month + 1, 0)).getUTCDate()
  return utc(year, month, Math.min(at.getUTCDate(), lastDay)) + (((now % DAY) + DAY) % DAY)
}

/** A span may be longer than the calendar. */
const back = (now: number, last: Last): number => {
  const at = unboundedBack(now, last)
  return at > EARLIEST ? at : EARLIEST
}

/** The instants within the last `value`, up to and including now. */
export const lastInstants = (value: Last, { now }: QueryClock): Span => ({
  from: back(now, value),
  to: now + 1
})

/** The viewer's days within the last `value`, including today. */
export const lastDates = (value: Last, clock: QueryClock): Span => {
  const today = dayOf(clock, 0)
  return { from: Math.floor(back(today, value) / DAY) * DAY, to: today + DAY }
}
