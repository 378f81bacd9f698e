import { type Found, found } from "./Found.ts"

// Rule E4: episodes identified by a date.

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ")
const MONTH = String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`
const sep = String.raw`[\s._\-]{1,2}`

const yearFirst = /(?<!\d)((?:19|20)\d\d)([-._ ])(\d{1,2})\2(\d{1,2})(?!\d)/
const yearLast = /(?<!\d)(\d{1,2})([-._ ])(\d{1,2})\2((?:19|20)\d\d)(?!\d)/
const eight = /(?<![\da-z])((?:19|20)\d\d)(\d\d)(\d\d)(?![\da-z])/i
const sixDigits = /(?<![\da-z])(\d\d)(\d\d)(\d\d)(?![\da-z])/i
const dayMonth = new RegExp(
  String.raw`(?<![\da-z])(\d{1,2})(?:st|nd|rd|th)?${sep}${MONTH},?${sep}((?:19|20)\d\d)(?!\d)`,
  "i"
)
const monthDay = new RegExp(
  String.raw`(?<![a-z])${MONTH}${sep}(\d{1,2})(?:st|nd|rd|th)?,?${sep}((?:19|20)\d\d)(?!\d)`,
  "i"
)
const japanese = /((?:19|20)\d\d)年(\d{1,2})月(\d{1,2})日/
const part = /(?<![a-z])(?:part|pt)[\s._-]?(\d{1,2})(?!\d)/i

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const dayOf = (year: number, month: number, day: number): string | null => {
  const [m, d] = month > 12 ? [day, month] : [month, day]
  if (m < 1 || m > 12 || d < 1 || d > DAYS[m - 1]!) return null
  if (m === 2 && d === 29 && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0))) return null
  return `${year}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}`
}

const monthOf = (word: string): number => months.indexOf(word.slice(0, 3).toLowerCase()) + 1

const readers: ReadonlyArray<readonly [RegExp, (match: RegExpExecArray) => string | null]> = [
  [yearFirst, ([, y, , m, d]) => dayOf(Number(y), Number(m), Number(d))],
  [yearLast, ([, d, , m, y]) => dayOf(Number(y), Number(m), Number(d))],
  [eight, ([, y, m, d]) => (Number(m) > 12 ? null : dayOf(Number(y), Number(m), Number(d)))],
  [dayMonth, ([, d, m, y]) => dayOf(Number(y), monthOf(m!), Number(d))],
  [monthDay, ([, m, d, y]) => dayOf(Number(y), monthOf(m!), Number(d))],
  [japanese, ([, y, m, d]) => dayOf(Number(y), Number(m), Number(d))]
]

const made = (text: string, match: RegExpExecArray, airDate: string): Found => {
  const end = match.index + match[0].length
  const [, number] = part.exec(text.slice(end)) ?? []
  return found({
    rule: "air-date",
    start: match.index,
    end,
    titleEnd: text.slice(0, match.index).replace(/\s+(?:vom|am)\s+$/i, "").length,
    season: Number(airDate.slice(0, 4)),
    airDate,
    part: number === undefined ? null : Number(number),
    // A name that begins with a date may belong to a home video. In the name of an episode, the date follows the show's name.
    needsSeries: !/\p{L}/u.test(text.slice(0, match.index))
  })
}

export const dated = (text: string): Found | null => {
  if (!/\d{4}/.test(text)) return null
  for (const [pattern, read] of readers) {
    const match = pattern.exec(text)
    const airDate = match === null ? null : read(match)
    if (match !== null && airDate !== null) return made(text, match, airDate)
  }
  return null
}

/** Reads a six-digit date, such as `140722`. The result is valid only inside a series. */
export const datedShort = (text: string): Found | null => {
  const match = sixDigits.exec(text)
  if (match === null) return null
  const [, y, m, d] = match
  const year = Number(y) < 70 ? 2000 + Number(y) : 1900 + Number(y)
  const airDate = Number(m) > 12 ? null : dayOf(year, Number(m), Number(d))
  return airDate === null ? null : { ...made(text, match, airDate), needsSeries: true }
}
