import { isTemporary } from "@media/assets/AssetPaths"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { NOTE_NAME } from "./ids.ts"

/**
 * Matches the names of generated files: a version of twelve hexadecimal digits, and an optional width or sheet number.
 */
const MADE = /^[0-9a-f]{12}(-\d{1,5})?\.(webp|avif|jpg|mp4)$/

export const isGeneratedName = (name: string): boolean => MADE.test(name)
export const versionOf = (name: string): string => name.slice(0, 12)

/** True for the temporary names that the server uses while it writes its own files: `.NAME.xxxxxxxxxxxx.tmp`. */
export const isOurTemporary = (name: string): boolean => {
  const target = isTemporary(name) ? /^\.(.+)\.[0-9a-f]{12}\.tmp$/.exec(name)?.[1] : undefined
  return target !== undefined && (isGeneratedName(target) || target === NOTE_NAME)
}

/** True for names that the server creates. Files next to media with other names are never deleted. */
export const isOurName = (name: string): boolean =>
  isGeneratedName(name) || isOurTemporary(name) || name === NOTE_NAME

const Note = Schema.parseJson(Schema.Struct({ format: Schema.Literal(1), item: Schema.UUID }))

export const noteOf = (item: string): string =>
  `${JSON.stringify({ format: 1, item, note: "The media server generated these files from the media file with the same name. You can delete this folder at any time." }, null, 2)}\n`

/** Returns the id of the item in the text of a note, or undefined if the server did not write the note. */
export const itemOfNote = (text: string): string | undefined =>
  Either.getOrUndefined(Either.map(Schema.decodeEither(Note)(text), ({ item }) => item))
