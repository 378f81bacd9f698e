import * as Schema from "effect/Schema"
import { ClearableKind } from "../libraries/queue.ts"

/**
 * Name of the folder next to media files that contains their generated files, with one subfolder per media file. The
 * name starts with a dot, so that scans skip the folder.
 */
export const ADJACENT_FOLDER = ".media-assets"
/** Name of the note that records which item owns the files in its folder. */
export const NOTE_NAME = "assets.json"

/**
 * The kinds of generated files in the report of disk usage. `adjacent` includes all files that are stored next to
 * media.
 */
export const StorageKind = Schema.Literal(...ClearableKind.literals, "own-pictures", "adjacent")
export type StorageKind = typeof StorageKind.Type
