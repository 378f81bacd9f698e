/**
 * A part of a time layout as in Go's package `time`. A layout shows the reference time `Mon Jan 2 15:04:05 MST 2006` in
 * the format of the expected values.
 */
export type LayoutPart =
  | { readonly is: "text"; readonly text: string }
  | {
      readonly is: "zone"
      readonly isUtcByLetter: boolean
      readonly minutes: "none" | "plain" | "colon"
      readonly hasSeconds: boolean
    }
  | { readonly is: "fraction"; readonly digits: number; readonly isOptional: boolean }
  | { readonly is: Exclude<LayoutName, "text"> }

type LayoutName =
  | "text"
  | "longMonth"
  | "month"
  | "numMonth"
  | "zeroMonth"
  | "longWeekday"
  | "weekday"
  | "day"
  | "underDay"
  | "zeroDay"
  | "underYearDay"
  | "zeroYearDay"
  | "hour"
  | "hour12"
  | "zeroHour12"
  | "minute"
  | "zeroMinute"
  | "second"
  | "zeroSecond"
  | "longYear"
  | "year"
  | "PM"
  | "pm"
  | "zoneName"

/**
 * Notations of the parts, longest first. A name must not be followed by a lower-case letter, so `Month` is literal
 * text.
 */
const NOTATIONS: ReadonlyArray<readonly [RegExp, Exclude<LayoutName, "text">]> = [
  [/^January/, "longMonth"],
  [/^Jan(?![a-z])/, "month"],
  [/^Monday/, "longWeekday"],
  [/^Mon(?![a-z])/, "weekday"],
  [/^MST/, "zoneName"],
  [/^002/, "zeroYearDay"],
  [/^01/, "zeroMonth"],
  [/^02/, "zeroDay"],
  [/^03/, "zeroHour12"],
  [/^04/, "zeroMinute"],
  [/^05/, "zeroSecond"],
  [/^06/, "year"],
  [/^15/, "hour"],
  [/^1/, "numMonth"],
  [/^2006/, "longYear"],
  [/^2/, "day"],
  [/^__2/, "underYearDay"],
  [/^_2(?!006)/, "underDay"],
  [/^3/, "hour12"],
  [/^4/, "minute"],
  [/^5/, "second"],
  [/^PM/, "PM"],
  [/^pm/, "pm"]
]

const ZONE = /^(?:-|Z)07(?:(00)(00)?|(:00)(:00)?)?/
const FRACTION = /^[.,](0+|9+)(?!\d)/

const partAt = (rest: string): readonly [LayoutPart, number] | undefined => {
  const zone = ZONE.exec(rest)
  if (zone !== null)
    return [
      {
        is: "zone",
        isUtcByLetter: rest.startsWith("Z"),
        minutes: zone[1] !== undefined ? "plain" : zone[3] !== undefined ? "colon" : "none",
        hasSeconds: zone[2] !== undefined || zone[4] !== undefined
      },
      zone[0].length
    ]
  const fraction = FRACTION.exec(rest)
  if (fraction !== null)
    return [
      { is: "fraction", digits: fraction[1]!.length, isOptional: fraction[1]!.startsWith("9") },
      fraction[0].length
    ]
  for (const [notation, is] of NOTATIONS) {
    const found = notation.exec(rest)
    if (found !== null) return [{ is }, found[0].length]
  }
  return undefined
}

export const layoutParts = (layout: string): ReadonlyArray<LayoutPart> => {
  const parts: Array<LayoutPart> = []
  let text = ""
  const endText = () => {
    if (text !== "") parts.push({ is: "text", text })
    text = ""
  }
  for (let at = 0; at < layout.length;) {
    const found = partAt(layout.slice(at, at + 32))
    if (found === undefined) {
      text += layout[at++]
      continue
    }
    endText()
    parts.push(found[0])
    at += found[1]
  }
  endText()
  return parts
}
