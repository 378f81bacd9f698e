import * as Context from "effect/Context"

/**
 * The time zone of the user whose request is being handled, as an IANA name. Dates such as `today` in a query use this
 * zone. It is UTC for jobs, and for clients that do not send their zone.
 */
export class ViewerZone extends Context.Reference<ViewerZone>()("@media/kernel/ViewerZone", {
  defaultValue: () => "UTC"
}) {}

/**
 * Maximum length of a zone name. Longer names are rejected without being looked up. The longest IANA name has 32
 * characters.
 */
const MOST_CHARACTERS = 64

/**
 * Names that were already accepted. They are cached, because checking a name creates a date format, which takes about
 * 30 microseconds.
 */
const known = new Map<string, string>([["UTC", "UTC"]])
/**
 * Maximum number of cached names. There are about 600 IANA names. Clients may send each name in different spellings,
 * which differ only in upper and lower case.
 */
const MOST_KNOWN = 2_000

/** Returns the zone that a client names, or UTC if the name is missing or unknown. */
export const zoneNamed = (name: string | undefined): string => {
  if (name === undefined || name.length > MOST_CHARACTERS) return "UTC"
  const before = known.get(name)
  if (before !== undefined) return before
  const zone = resolved(name)
  if (zone !== undefined && known.size < MOST_KNOWN) known.set(name, zone)
  return zone ?? "UTC"
}

const resolved = (timeZone: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
