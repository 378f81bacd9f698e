/** A JSON object of unknown shape. The functions in this file read JSON without assumptions about its shape. */
export type JsonRecord = Readonly<Record<string, unknown>>

export const asRecord = (value: unknown): JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {}

export const asArray = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/**
 * Returns a finite number in the range that both JSON and the database can store. Also accepts numbers written as text.
 */
export const asNumber = (value: unknown): number | undefined => {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return undefined
  const number = Number(value)
  return Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined
}

export const asPositive = (value: unknown): number | undefined => {
  const number = asNumber(value)
  return number !== undefined && number > 0 ? number : undefined
}

/** Returns a positive number up to `limit`. All other values count as missing. */
export const asUpTo = (value: unknown, limit: number): number | undefined => {
  const number = asPositive(value)
  return number !== undefined && number <= limit ? number : undefined
}

/** Like `asUpTo`, but only for whole numbers. */
export const asCount = (value: unknown, limit: number): number | undefined => {
  const number = asUpTo(value, limit)
  return number !== undefined && Number.isInteger(number) ? number : undefined
}
