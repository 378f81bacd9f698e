import type { FieldType } from "../FieldType.ts"
import type { Scalar } from "../Tree.ts"
import { parseDate } from "./dates.ts"
import {
  parseBitrate,
  parseBytes,
  parseNumber,
  parseRating,
  parseSeconds,
  printBitrate,
  printBytes,
  printRating,
  printSeconds
} from "./quantities.ts"

/** Parses a string as a value of this type. Returns undefined if the string is invalid. */
export const parseScalar = (type: FieldType, text: string): Scalar | undefined => {
  switch (type.name) {
    case "number":
      return parseNumber(text)
    case "seconds":
      return parseSeconds(text)
    case "bytes":
      return parseBytes(text)
    case "bitrate":
      return parseBitrate(text)
    case "rating":
      return parseRating(text)
    case "date":
      return parseDate(text, { hasTime: false })
    case "time":
      return parseDate(text, { hasTime: true })
    case "oneOf": {
      const lower = text.toLowerCase()
      return type.values.find((value) => value.toLowerCase() === lower)
    }
    case "hash":
      return /^[0-9a-f]{1,128}$/i.test(text) ? text.toLowerCase() : undefined
    case "boolean":
      return undefined
    case "text":
      return text
    default:
      return text.trim() === "" ? undefined : text
  }
}

export const printScalar = (type: FieldType, value: Scalar): string => {
  if (typeof value === "string") return value
  switch (type.name) {
    case "seconds":
      return printSeconds(value)
    case "bytes":
      return printBytes(value)
    case "bitrate":
      return printBitrate(value)
    case "rating":
      return printRating(value)
    default:
      return String(value)
  }
}

/** True if the JSON value is a valid value of this type in its canonical form. */
export const isScalar = (type: FieldType, value: unknown): value is Scalar => {
  switch (type.name) {
    case "number":
    case "seconds":
    case "bytes":
    case "bitrate":
      return typeof value === "number" && Number.isFinite(value)
    case "rating":
      return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 100
    case "boolean":
      return false
    default:
      return typeof value === "string" && parseScalar(type, value) === value
  }
}

/** Returns a description of the type's values for messages, such as "a duration such as 1h30m". */
export const describeValues = (type: FieldType): string => {
  switch (type.name) {
    case "number":
      return "a number"
    case "seconds":
      return "a duration such as 1h30m or 95m"
    case "bytes":
      return "a size such as 2GB or 700MiB"
    case "bitrate":
      return "a bit rate such as 5Mbps"
    case "rating":
      return "a rating such as 4* or 80"
    case "date":
      return "a date such as 2024, 2024-05, 2024-05-31 or today, or a span such as 30d"
    case "time":
      return "a date such as 2024-05 or today, a time such as 2024-05-31T18:00, or a span such as 30d"
    case "oneOf":
      return type.isOrdered
        ? `${type.values[0]!} to ${type.values.at(-1)!}`
        : type.values.slice(0, 12).join(", ") + (type.values.length > 12 ? ", ..." : "")
    case "hash":
      return "hexadecimal digits"
    case "boolean":
      return "true or false"
    default:
      return "a name"
  }
}

/** Returns example values of a type, for errors and completion. */
export const exampleValues = (type: FieldType): ReadonlyArray<string> => {
  switch (type.name) {
    case "oneOf":
      return type.values
    case "boolean":
      return ["true", "false"]
    case "seconds":
      return ["30m", "1h30m", "2h"]
    case "bytes":
      return ["700MiB", "2GB", "10GB"]
    case "bitrate":
      return ["1Mbps", "5Mbps", "20Mbps"]
    case "rating":
      return ["3*", "4*", "5*"]
    case "date":
    case "time":
      return ["today", "yesterday", "7d", "30d", "6mo", "1y"]
    default:
      return []
  }
}
