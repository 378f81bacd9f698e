import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** KOReader: an XPointer, or the number of a page. */
const OfKoreader = Schema.Struct({
  app: Schema.Literal("koreader"),
  deviceId: Schema.String,
  progress: Schema.String
})

/** The document as sent by a Readium app, with the time on its own clock. */
const OfReadium = Schema.Struct({
  app: Schema.Literal("readium"),
  deviceId: Schema.String,
  modified: Schema.String,
  locator: Schema.NullOr(Schema.Unknown),
  references: Schema.optional(Schema.Array(Schema.String))
})

const Native = Schema.parseJson(Schema.Union(OfKoreader, OfReadium))
/** A position in the format of the app that last reported it: returned unchanged as long as it is current. */
export type Native = typeof Native.Type

/** Maximum size of a locator. */
const LONGEST = 4_000

const encode = Schema.encodeSync(Native)

/** The text stored next to the position. If it is too long, it is stored without the app's own locator. */
export const nativeText = (native: Native): string => {
  const text = encode(native)
  if (text.length <= LONGEST) return text
  return native.app === "koreader"
    ? encode({ ...native, progress: "" })
    : encode({ app: "readium", deviceId: native.deviceId, modified: native.modified, locator: null })
}

/** Undefined for data of another program. */
export const nativeIn = (text: string | undefined): Native | undefined =>
  text === undefined ? undefined : Either.getOrUndefined(Schema.decodeUnknownEither(Native)(text))
