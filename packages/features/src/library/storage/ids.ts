import * as Schema from "effect/Schema"
import { ClearableKind } from "../libraries/queue.ts"

/**
 * A folder next to media that contains a folder for each media file, with the file's name. It is hidden, so that scans
 * skip it.
 */
export const ADJACENT_FOLDER = ".media-assets"
/** The note that identifies the item of the files next to it. */
export const NOTE_NAME = "assets.json"

/** All generated files of items: `adjacent` are those next to media. */
export const StorageKind = Schema.Literal(...ClearableKind.literals, "own-pictures", "adjacent")
export type StorageKind = typeof StorageKind.Type
