import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** KOReader: an XPointer, or the number of a page. */
const OfKoreader = Schema.Struct({
  app: Schema.Literal("koreader"),
  deviceId: Schema.String,
  progress: Schema.String
})

/** The document as an app of Readium sent it, and when that was by its own clock. */
const OfReadium = Schema.Struct({
  app: Schema.Literal("readium"),
  deviceId: Schema.String,
  modified: Schema.String,
  locator: Schema.NullOr(Schema.Unknown),
  references: Schema.optional(Schema.Array(Schema.String))
})

const Native = Schema.parseJson(Schema.Union(OfKoreader, OfReadium))
/** A place as the app that reported it last calls it: given back to it as it was, as long as it is the place. */
export type Native = typeof Native.Type

/** What a locator of a book holds at most. */
const LONGEST = 4_000

const encode = Schema.encodeSync(Native)

/** As it is kept beside the place; what is too long is kept without the words of the app. */
export const nativeText = (native: Native): string => {
  const text = encode(native)
  if (text.length <= LONGEST) return text
  return native.app === "koreader"
    ? encode({ ...native, progress: "" })
    : encode({ app: "readium", deviceId: native.deviceId, modified: native.modified, locator: null })
}

/** Undefined for what another program left there. */
export const nativeIn = (text: string | undefined): Native | undefined =>
  text === undefined ? undefined : Either.getOrUndefined(Schema.decodeUnknownEither(Native)(text))
