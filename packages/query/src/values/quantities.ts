/** The functions in this file parse numbers with units, as users write them, and return `undefined` for other text. */

const decimal = String.raw`\d{1,300}(?:\.\d{1,300})?`
const plain = new RegExp(String.raw`^[-+]?${decimal}(?:e[-+]?\d{1,3})?$`, "i")

export const parseNumber = (text: string): number | undefined => {
  if (!plain.test(text)) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}

const duration = new RegExp(`^(?:(${decimal})h)?(?:(${decimal})m(?:in)?)?(?:(${decimal})s)?$`, "i")

/** Parses a duration such as `1h30m`, `95m` or `90s`, or a number of seconds. Returns seconds. */
export const parseSeconds = (text: string): number | undefined => {
  const value = parseNumber(text)
  if (value !== undefined) return value
  const [whole, hours, minutes, rest] = duration.exec(text) ?? []
  if (whole === undefined || whole === "") return undefined
  const total = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0)
  return Number.isFinite(total) ? total : undefined
}

export const printSeconds = (value: number): string => {
  if (!Number.isSafeInteger(value) || value <= 0) return String(value)
  const parts = [
    [Math.floor(value / 3600), "h"],
    [Math.floor((value % 3600) / 60), "m"],
    [value % 60, "s"]
  ] as const
  return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount}${unit}`])).join("")
}

/** Units of sizes, largest first. A value is printed in the first unit that divides it without a remainder. */
const byteUnits = [
  ["TB", 1e12],
  ["GB", 1e9],
  ["MB", 1e6],
  ["TiB", 2 ** 40],
  ["GiB", 2 ** 30],
  ["MiB", 2 ** 20],
  ["kB", 1e3],
  ["KiB", 2 ** 10],
  ["B", 1]
] as const

const bitUnits = [
  ["Gbps", 1e9],
  ["Mbps", 1e6],
  ["kbps", 1e3],
  ["bps", 1]
] as const

type Units = ReadonlyArray<readonly [name: string, size: number]>

const parseIn = (units: Units, text: string): number | undefined => {
  const value = parseNumber(text)
  if (value !== undefined) return value
  const lower = text.toLowerCase()
  for (const [name, size] of units) {
    if (!lower.endsWith(name.toLowerCase())) continue
    const amount = parseNumber(text.slice(0, -name.length))
    if (amount === undefined) continue
    // A fraction such as 0.1 is not exact in binary, so the product is rounded to a whole number.
    const total = Math.round(amount * size)
    return Number.isFinite(total) ? total : undefined
  }
  return undefined
}

const printIn = (units: Units, value: number): string => {
  const unit =
    Number.isSafeInteger(value) && value > 0
      ? units.find(([, size]) => size > 1 && value % size === 0)
      : undefined
  return unit === undefined ? String(value) : `${value / unit[1]}${unit[0]}`
}

/** Parses a size such as `2GB` or `700MiB`, or a number of bytes. Returns bytes. */
export const parseBytes = (text: string) => parseIn(byteUnits, text)
export const printBytes = (value: number) => printIn(byteUnits, value)

/** Parses a bit rate such as `5Mbps`, or a number of bits per second. Returns bits per second. */
export const parseBitrate = (text: string) => parseIn(bitUnits, text)
export const printBitrate = (value: number) => printIn(bitUnits, value)

/** Parses a rating from 0 to 100, or in stars such as `4*`: up to five, with halves. Returns 0 to 100. */
export const parseRating = (text: string): number | undefined => {
  const isStars = text.endsWith("*")
  const amount = parseNumber(isStars ? text.slice(0, -1) : text)
  if (amount === undefined) return undefined
  const value = isStars ? amount * 20 : amount
  return Number.isInteger(value) && value >= 0 && value <= 100 ? value : undefined
}

export const printRating = (value: number): string =>
  value > 0 && value % 10 === 0 ? `${value / 20}*` : String(value)
