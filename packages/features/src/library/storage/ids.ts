import * as Schema from "effect/Schema"
import { ClearableKind } from "../libraries/queue.ts"

/** Hidden, so that scans leave it out. Beside media; holds a folder for each file, called like the file. */
export const ADJACENT_FOLDER = ".media-assets"
/** Says whose the files beside it are. */
export const NOTE_NAME = "assets.json"

/** All that the server keeps of items: `beside` is what lies beside media. */
export const StorageKind = Schema.Literal(...ClearableKind.literals, "own-pictures", "adjacent")
export type StorageKind = typeof StorageKind.Type
