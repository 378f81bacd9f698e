const pad = (value: number): string => String(value).padStart(2, "0")

/** 4:05 or 1:04:05. */
export const clock = (seconds: number): string => {
  const total = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(total % 60)}` : `${minutes}:${pad(total % 60)}`
}

/** "1 hour 4 minutes" for a screen reader. */
export const spokenClock = (seconds: number): string => {
  const total = Math.max(0, Math.floor(seconds))
  const parts = [
    [Math.floor(total / 3600), "hour"],
    [Math.floor((total % 3600) / 60), "minute"],
    [total % 60, "second"]
  ] as const
  const said = parts.filter(([value]) => value > 0).map(([value, unit]) => plural(value, unit))
  return said.length > 0 ? said.join(" ") : "0 seconds"
}

const sizeUnits = ["B", "KB", "MB", "GB", "TB", "PB"] as const
export const fileSize = (bytes: number): string => {
  const unit = Math.min(sizeUnits.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)))
  const value = bytes / 1024 ** unit
  return `${value.toLocaleString(undefined, { maximumFractionDigits: unit > 1 && value < 100 ? 1 : 0 })} ${sizeUnits[unit]}`
}

export const bitRate = (bitsPerSecond: number): string =>
  bitsPerSecond >= 1_000_000
    ? `${(bitsPerSecond / 1_000_000).toLocaleString(undefined, { maximumFractionDigits: 1 })} Mbit/s`
    : `${Math.round(bitsPerSecond / 1_000).toLocaleString()} kbit/s`

/** A span of time in its largest unit: 4s, 12m, 3h, 5d. */
export const briefSpan = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h`
  return `${Math.floor(seconds / 86_400)}d`
}

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" })
export const ago = (timestamp: string, now = Date.now()): string => {
  const seconds = Math.round((Date.parse(timestamp) - now) / 1000)
  const size = Math.abs(seconds)
  if (size < 45) return "just now"
  if (size < 3_600) return relative.format(Math.round(seconds / 60), "minute")
  if (size < 86_400) return relative.format(Math.round(seconds / 3_600), "hour")
  if (size < 2_592_000) return relative.format(Math.round(seconds / 86_400), "day")
  return calendarDate(timestamp)
}

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" })
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" })
const times = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" })
const plainDates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" })

export const calendarDate = (timestamp: string): string => dates.format(new Date(timestamp))
export const moment = (timestamp: string): string => moments.format(new Date(timestamp))
export const timeOfDay = (timestamp: string): string => times.format(new Date(timestamp))
/** A date without a time, such as 2024-05-31, in no time zone. */
export const plainDate = (date: string): string => plainDates.format(new Date(`${date}T00:00:00Z`))

export const plural = (count: number, singular: string, many = `${singular}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? singular : many}`

/** The common name of a resolution: 1080p, 4K. Judged by both sides, since a widescreen video of 1920×800 is "1080p". */
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
