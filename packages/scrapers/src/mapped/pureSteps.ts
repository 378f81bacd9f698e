import { replaceEach } from "../address.ts"
import type { Step } from "../definition/Definition.ts"
import { hasYear, parseGoLayout } from "../go/layout.ts"
import { MOST_VALUE_LENGTH } from "../limits.ts"

/** A step that needs only the value and the current day. */
export type PureStep = Exclude<Step, { readonly step: "subScraper" | "javascript" }>

export const isPure = (step: Step): step is PureStep =>
  step.step !== "subScraper" && step.step !== "javascript"

const DAY = 24 * 60 * 60 * 1_000
const dateText = (millis: number): string | undefined => {
  const date = new Date(millis)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9_999 || date.getUTCFullYear() < 0
    ? undefined
    : date.toISOString().slice(0, 10)
}

const parsedDate = (value: string, layout: string, today: number): string => {
  const word = value.toLowerCase()
  if (word === "today" || word === "yesterday") return dateText(word === "today" ? today : today - DAY)!
  if (layout === "unix") return (/^[+-]?\d{1,12}$/.test(value) && dateText(Number(value) * 1_000)) || value
  if (!hasYear(layout)) return value
  const date = parseGoLayout(layout, value)
  return date === undefined
    ? value
    : `${String(date.year).padStart(4, "0")}-${String(date.month).padStart(2, "0")}-${String(date.day).padStart(2, "0")}`
}

/** Rounds half away from zero, like Go. */
const rounded = (number: number): string => String(Math.sign(number) * Math.round(Math.abs(number)) + 0)

const FOOT_IN_CM = 30.48
const INCH_IN_CM = 2.54
const POUND_IN_KG = 0.453_592_37

const centimeters = (value: string): string => {
  const [feet = "0", inches = "0"] = value.match(/[0-9]+/g) ?? []
  return rounded(Number(feet) * FOOT_IN_CM + Number(inches) * INCH_IN_CM)
}

const kilograms = (value: string): string =>
  /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(value) ? rounded(Number(value) * POUND_IN_KG) : value

/** Applies a step to a value. `today` is midnight UTC of the current day, in milliseconds since 1970. */
export const applyPure = (value: string, step: PureStep, today: number): string => {
  switch (step.step) {
    case "replace":
      return replaceEach(value, step.replacements)
    case "map":
      return Object.hasOwn(step.map, value) ? step.map[value]! : value
    case "parseDate":
      return parsedDate(value, step.layout, today)
    case "subtractDays":
      return (/^[+-]?\d{1,7}$/.test(value) && dateText(today - Number(value) * DAY)) || value
    case "feetToCm":
      return centimeters(value)
    case "lbToKg":
      return kilograms(value)
  }
}

export const applyAllPure = (value: string, steps: ReadonlyArray<PureStep>, today: number): string =>
  steps.reduce((text, step) => applyPure(text, step, today).slice(0, MOST_VALUE_LENGTH), value)
