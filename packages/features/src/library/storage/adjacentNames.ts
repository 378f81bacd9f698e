import { isTemporary } from "@media/assets/AssetPaths"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { NOTE_NAME } from "./ids.ts"

/** A version of twelve letters, with a width or the number of a sheet. */
const MADE = /^[0-9a-f]{12}(-\d{1,5})?\.(webp|avif|jpg|mp4)$/

export const isGeneratedName = (name: string): boolean => MADE.test(name)
export const versionOf = (name: string): string => name.slice(0, 12)

/** The temporary name of one of our files: `.NAME.xxxxxxxxxxxx.tmp`. */
export const isOurTemporary = (name: string): boolean => {
  const target = isTemporary(name) ? /^\.(.+)\.[0-9a-f]{12}\.tmp$/.exec(name)?.[1] : undefined
  return target !== undefined && (isGeneratedName(target) || target === NOTE_NAME)
}

/** True for names that we create. Files with other names next to media are never deleted. */
export const isOurName = (name: string): boolean =>
  isGeneratedName(name) || isOurTemporary(name) || name === NOTE_NAME

const Note = Schema.parseJson(Schema.Struct({ format: Schema.Literal(1), item: Schema.UUID }))

export const noteOf = (item: string): string =>
  `${JSON.stringify({ format: 1, item, note: "Made by the media server from the file that this folder is called like. It can be deleted at any time." }, null, 2)}\n`

/** The item to which these files belong; undefined if the text is not our note. */
export const itemOfNote = (text: string): string | undefined =>
  Either.getOrUndefined(Either.map(Schema.decodeEither(Note)(text), ({ item }) => item))
