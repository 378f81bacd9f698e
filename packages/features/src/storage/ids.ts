import * as Schema from "effect/Schema"

/** Hidden, so that scans leave it out. Beside media; holds a folder for each file, called like the file. */
export const BESIDE_FOLDER = ".media-assets"
/** Says whose the files beside it are. */
export const NOTE_NAME = "assets.json"

/** What can be deleted at any time, because it is made again when it is needed. */
export const ClearableKind = Schema.Literal("posters", "sheets", "clips", "hls")
export type ClearableKind = typeof ClearableKind.Type

/** All that the server keeps of items: `beside` is what lies beside media. */
export const StorageKind = Schema.Literal(...ClearableKind.literals, "own-pictures", "beside")
export type StorageKind = typeof StorageKind.Type
