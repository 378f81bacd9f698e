import { type Elements, textIn } from "./elements.ts"

/** Reads a non-negative whole number. Files use `-1` for "none". */
export const wholeIn = (elements: Elements, ...names: ReadonlyArray<string>): number | undefined => {
  for (const name of names) {
    const text = textIn(elements, name) ?? ""
    if (/^\d{1,9}$/.test(text)) return Number(text)
  }
  return undefined
}

export const decimalOf = (text: string): number | undefined => {
  const number = /^\d{1,9}(?:[.,]\d{1,9})?$/.test(text.trim())
    ? Number(text.trim().replace(",", "."))
    : undefined
  return number !== undefined && Number.isFinite(number) ? number : undefined
}

const date = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[T\s])/

/** Returns the calendar day at the start of a string, or undefined if there is no valid day. */
export const dayOf = (text: string): string | undefined => {
  const [, year = "", month = "", day = ""] = date.exec(text.trim()) ?? []
  if (year === "" || Number(year) < 1000) return undefined
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  const at = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : undefined
}

export const dayIn = (elements: Elements, ...names: ReadonlyArray<string>): string | undefined => {
  for (const name of names) {
    const day = dayOf(textIn(elements, name) ?? "")
    if (day !== undefined) return day
  }
  return undefined
}

/** Reads a day and its time, such as "2019-08-06T09:01:18". The default time is midnight. */
export const momentIn = (elements: Elements, name: string): string | undefined => {
  const text = textIn(elements, name) ?? ""
  const day = dayOf(text)
  const [, time = "00:00:00"] = /[T\s](\d{2}:\d{2}:\d{2})/.exec(text) ?? []
  return day === undefined ? undefined : `${day}T${time}`
}

export const yearIn = (elements: Elements): number | undefined => {
  const year = wholeIn(elements, "year")
  return year !== undefined && year >= 1000 && year < 3000 ? year : undefined
}

export const flagIn = (elements: Elements, name: string): boolean | undefined => {
  const text = textIn(elements, name)?.toLowerCase()
  return text === "true" || text === "1" ? true : text === "false" || text === "0" ? false : undefined
}
