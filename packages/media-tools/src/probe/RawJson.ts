/** Readers for JSON without any guarantees. */
export type JsonRecord = Readonly<Record<string, unknown>>

export const asRecord = (value: unknown): JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {}

export const asArray = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Accepts numbers and numeric text; nothing infinite, and nothing that JSON or a database could not store. */
export const asNumber = (value: unknown): number | undefined => {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return undefined
  const number = Number(value)
  return Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined
}

export const asPositive = (value: unknown): number | undefined => {
  const number = asNumber(value)
  return number !== undefined && number > 0 ? number : undefined
}

/** A positive number up to a limit; larger ones count as missing. */
export const asUpTo = (value: unknown, limit: number): number | undefined => {
  const number = asPositive(value)
  return number !== undefined && number <= limit ? number : undefined
}

/** The same for whole numbers. */
export const asCount = (value: unknown, limit: number): number | undefined => {
  const number = asUpTo(value, limit)
  return number !== undefined && Number.isInteger(number) ? number : undefined
}
