import * as Schema from "effect/Schema"
import { ClearableKind } from "../libraries/queue.ts"

/** Hidden, so that scans skip it. Next to media; contains a folder for each file, with the file's name. */
export const ADJACENT_FOLDER = ".media-assets"
/** Identifies the item of the files next to it. */
export const NOTE_NAME = "assets.json"

/** All generated files of items: `adjacent` are those next to media. */
export const StorageKind = Schema.Literal(...ClearableKind.literals, "own-pictures", "adjacent")
export type StorageKind = typeof StorageKind.Type
