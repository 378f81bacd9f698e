/** Matches control characters. They are useless in names, and PostgreSQL rejects text that contains NUL. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * Makes text from a media file safe to store and show: removes control characters and lone surrogates, and limits it to
 * `limit` UTF-16 units.
 */
export const cleanText = (value: unknown, limit: number): string => {
  if (typeof value !== "string") return typeof value === "number" ? String(value) : ""
  const text = value.length > limit ? value.slice(0, limit) : value
  return text.replace(CONTROL, "").replace(LONE_SURROGATE, "\ufffd").trim()
}
