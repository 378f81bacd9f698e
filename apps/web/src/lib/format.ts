import { computed } from "vue"
import { formatLocale } from "./i18n/locale"
import { defineMessages, translate } from "./messages"

const pad = (value: number): string => String(value).padStart(2, "0")

/** Formats seconds as 4:05 or 1:04:05. */
export const clock = (seconds: number): string => {
  const total = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(total % 60)}` : `${minutes}:${pad(total % 60)}`
}

/** Formats seconds for a screen reader: "1 hour 4 minutes". */
export const spokenClock = (seconds: number): string => {
  const total = Math.max(0, Math.floor(seconds))
  const parts = [
    [Math.floor(total / 3600), "hour"],
    [Math.floor((total % 3600) / 60), "minute"],
    [total % 60, "second"]
  ] as const
  const said = parts.filter(([value]) => value > 0)
  return (said.length > 0 ? said : ([[0, "second"]] as const))
    .map(([value, unit]) => inUnit(value, unit, "long"))
    .join(" ")
}
const inUnit = (value: number, unit: string, unitDisplay: "long" | "short"): string =>
  value.toLocaleString(formatLocale.value, { style: "unit", unit, unitDisplay })

/** Formats a number with the user's digit grouping: 2,895. */
export const grouped = (value: number): string => value.toLocaleString(formatLocale.value)

const sizeUnits = ["B", "KB", "MB", "GB", "TB", "PB"] as const
export const fileSize = (bytes: number): string => {
  const unit = Math.min(sizeUnits.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)))
  const value = bytes / 1024 ** unit
  return `${value.toLocaleString(formatLocale.value, { maximumFractionDigits: unit > 1 && value < 100 ? 1 : 0 })} ${sizeUnits[unit]}`
}

export const bitRate = (bitsPerSecond: number): string =>
  bitsPerSecond >= 1_000_000
    ? `${(bitsPerSecond / 1_000_000).toLocaleString(formatLocale.value, { maximumFractionDigits: 1 })} Mbit/s`
    : `${Math.round(bitsPerSecond / 1_000).toLocaleString(formatLocale.value)} kbit/s`

/** Formats a duration in its largest unit: 4s, 12m, 3h, 5d. */
export const briefSpan = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h`
  return `${Math.floor(seconds / 86_400)}d`
}

/** Formats an approximate duration: 40 sec, 3 min, 2 hr. */
export const roughSpan = (milliseconds: number): string => {
  const seconds = milliseconds / 1_000
  if (seconds < 55) return inUnit(Math.max(10, Math.round(seconds / 10) * 10), "second", "short")
  if (seconds < 3_300) return inUnit(Math.max(1, Math.round(seconds / 60)), "minute", "short")
  return inUnit(Math.max(1, Math.round(seconds / 3_600)), "hour", "short")
}

/**
 * Returns a formatter that is created once per locale, because creating an `Intl` formatter takes longer than using
 * it a hundred times.
 */
const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  computed(() => new Intl.DateTimeFormat(formatLocale.value, options))
const relative = computed(() => new Intl.RelativeTimeFormat(formatLocale.value, { numeric: "auto" }))
const messages = defineMessages("format", { justNow: "just now" })

export const ago = (timestamp: string, now = Date.now()): string => {
  const seconds = Math.round((Date.parse(timestamp) - now) / 1000)
  const size = Math.abs(seconds)
  if (size < 45) return translate(messages, "justNow")
  if (size < 3_600) return relative.value.format(Math.round(seconds / 60), "minute")
  if (size < 86_400) return relative.value.format(Math.round(seconds / 3_600), "hour")
  if (size < 2_592_000) return relative.value.format(Math.round(seconds / 86_400), "day")
  return calendarDate(timestamp)
}

const dates = dateFormat({ dateStyle: "medium" })
const moments = dateFormat({ dateStyle: "medium", timeStyle: "short" })
const times = dateFormat({ timeStyle: "medium" })
const plainDates = dateFormat({ dateStyle: "medium", timeZone: "UTC" })
const plainMonths = dateFormat({ year: "numeric", month: "long", timeZone: "UTC" })

const zonelessMoments = dateFormat({ dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })

export const calendarDate = (timestamp: string): string => dates.value.format(new Date(timestamp))
export const moment = (timestamp: string): string => moments.value.format(new Date(timestamp))
export const timeOfDay = (timestamp: string): string => times.value.format(new Date(timestamp))
/** Formats a local time without a time zone, such as 2024-05-31T12:30:05. */
export const zonelessMoment = (moment: string): string => zonelessMoments.value.format(new Date(`${moment}Z`))
/** Formats a date without a time, such as 2024-05-31, ignoring time zones. A year alone is returned unchanged. */
export const plainDate = (date: string): string =>
  /^\d{4}$/.test(date) ? date : plainDates.value.format(new Date(`${date}T00:00:00Z`))
/** Formats a month, such as 2024-05, ignoring time zones. */
export const plainMonth = (month: string): string =>
  plainMonths.value.format(new Date(`${month}-01T00:00:00Z`))

export const plural = (count: number, singular: string, many = `${singular}s`): string =>
  `${count.toLocaleString(formatLocale.value)} ${count === 1 ? singular : many}`

/**
 * Returns the common name of a resolution: 1080p, 4K. Both dimensions count, so that a widescreen video of 1920×800
 * is also "1080p".
 */
export const resolutionName = (width: number | null, height: number | null): string | undefined => {
  if (!width || !height) return undefined
  const [long, short] = width > height ? [width, height] : [height, width]
  if (long >= 3_800 || short >= 2_100) return "4K"
  if (long >= 2_500 || short >= 1_400) return "1440p"
  if (long >= 1_900 || short >= 1_060) return "1080p"
  if (long >= 1_260 || short >= 700) return "720p"
  if (short >= 460) return "480p"
  return `${short}p`
}

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
