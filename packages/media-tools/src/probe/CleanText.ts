/**
 * Matches control characters, which are useless in names. PostgreSQL rejects NUL in text, and lone surrogates in jsonb.
 */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Makes text from inside a file safe to store and show, and cuts it to `limit` UTF-16 units. */
export const cleanText = (value: unknown, limit: number): string => {
  if (typeof value !== "string") return typeof value === "number" ? String(value) : ""
  const text = value.length > limit ? value.slice(0, limit) : value
  return text.replace(CONTROL, "").replace(LONE_SURROGATE, "\ufffd").trim()
}
