/**
 * Converts a date to milliseconds since 1970. Returns 0 if the text is not a date, so that it counts as older than
 * every date.
 */
export const dateMillis = (date: string): number => {
  const [, day, time, offset = ""] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?\s?(Z|[+-]\d\d:?\d\d)?/.exec(date.trim()) ?? []
  if (day === undefined) return 0
  const zone = offset === "" ? "Z" : offset.replace(/^([+-]\d\d):?(\d\d)$/, "$1:$2")
  return Date.parse(`${day}T${time}${zone}`) || 0
}
