import type { Json } from "@media/kernel/Json"

const unstorable = /\\u0000|\\u[dD][89a-fA-F]/
// eslint-disable-next-line no-control-regex
const nul = /\u0000/g

/** Text PostgreSQL can store: no NUL, lone surrogates replaced by U+FFFD. */
export const storableText = (text: string): string => text.toWellFormed().replace(nul, "")

const storable = (value: unknown): unknown => {
  if (typeof value === "string") return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storable(item)]))
}

/** JSON text for a `jsonb` parameter. Only a text that contains an escape rejected by jsonb pays for the cleaning. */
export const toJsonText = (value: unknown): string => {
  const text = JSON.stringify(value)
  return unstorable.test(text) ? JSON.stringify(storable(JSON.parse(text) as Json)) : text
}
