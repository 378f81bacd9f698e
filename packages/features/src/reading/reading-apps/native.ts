import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** A position in KOReader: an XPointer or a page number. */
const OfKoreader = Schema.Struct({
  app: Schema.Literal("koreader"),
  deviceId: Schema.String,
  progress: Schema.String
})

/** A position that a Readium app sent, with the time on the app's own clock. */
const OfReadium = Schema.Struct({
  app: Schema.Literal("readium"),
  deviceId: Schema.String,
  modified: Schema.String,
  locator: Schema.NullOr(Schema.Unknown),
  references: Schema.optional(Schema.Array(Schema.String))
})

const Native = Schema.parseJson(Schema.Union(OfKoreader, OfReadium))
/**
 * A position in the format of the app that reported it. Until another app reports a newer position, this app gets its
 * position back unchanged.
 */
export type Native = typeof Native.Type

/** The maximum length of a stored position. */
const LONGEST = 4_000

const encode = Schema.encodeSync(Native)

/** Returns the text to store next to the position. If the text would be too long, the app's own locator is omitted. */
export const nativeText = (native: Native): string => {
  const text = encode(native)
  if (text.length <= LONGEST) return text
  return native.app === "koreader"
    ? encode({ ...native, progress: "" })
    : encode({ app: "readium", deviceId: native.deviceId, modified: native.modified, locator: null })
}

/** Parses a stored position. Undefined if the text is not in a known format. */
export const nativeIn = (text: string | undefined): Native | undefined =>
  text === undefined ? undefined : Either.getOrUndefined(Schema.decodeUnknownEither(Native)(text))
