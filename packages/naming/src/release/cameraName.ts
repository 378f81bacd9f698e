/** Prefixes before the date in file names from phones, messengers and screen recorders. */
const makers = [
  String.raw`(?:MV)?IMG|VID(?:EO)?|PXL|PANO|BURST|PHOTO|DSC|AUD|PTT|TRIM|DJI|signal`,
  String.raw`screen[-_. ]?(?:shot|record(?:ing|er)?)|WhatsApp (?:Video|Image|Audio)`
].join("|")
const day = String.raw`(\d{4})([-_.]?)(\d{2})\2(\d{2})`
const time = String.raw`(?:[-_. T]| at )\d{1,2}[-_.:]?\d{2}[-_.:]?\d{2}`

/**
 * Matches the prefix of a device or app, followed by a date: `VID_20230715_143022`, `IMG-20210304-WA0001`, `WhatsApp
 * Video 2021-03-04 at 18.22.10`.
 */
const byMaker = new RegExp(String.raw`^(?:${makers})[-_. ]+${day}(?!\d)`, "i")
/**
 * Matches names that consist of a date and a time, followed by a counter if several files have the same time:
 * `20230715_143022`, `2021-03-04 18.22.10`.
 */
const byClock = new RegExp(String.raw`^${day}${time}(?:\d{3})?(?:[-_. ]?(?:\(\d{1,3}\)|\d{1,3}))?$`)

/**
 * Plausible years of a recording. Digital cameras have existed since 1990. A year after 2039 comes from a wrong clock.
 */
const YEARS = { first: 1990, last: 2039 }

/**
 * Returns the date, such as "2023-07-15", in a file name that a phone, a messenger or a screen recorder created. `stem`
 * is the name without its extension. For any other name, returns null, so that a year in a movie's title is not
 * mistaken for a date.
 */
export const dayOfCameraName = (stem: string): string | null => {
  const [, year = "", , month = "", dayOfMonth = ""] = byMaker.exec(stem) ?? byClock.exec(stem) ?? []
  if (!(Number(year) >= YEARS.first && Number(year) <= YEARS.last)) return null
  const text = `${year}-${month}-${dayOfMonth}`
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null
}
