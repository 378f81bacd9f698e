import type { Json } from "@media/kernel/Json"

const unstorable = /\\u0000|\\u[dD][89a-fA-F]/
// eslint-disable-next-line no-control-regex
const nul = /\u0000/g

/** Makes text storable in PostgreSQL: removes NUL, and replaces lone surrogates with U+FFFD. */
export const storableText = (text: string): string => text.toWellFormed().replace(nul, "")

const storable = (value: unknown): unknown => {
  if (typeof value === "string") return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storable(item)]))
}

/**
 * Returns JSON text for a `jsonb` parameter. Strings are passed through `storableText` only if the text contains an
 * escape that jsonb rejects, because this is slow.
 */
export const toJsonText = (value: unknown): string => {
  const text = JSON.stringify(value)
  return unstorable.test(text) ? JSON.stringify(storable(JSON.parse(text) as Json)) : text
}
