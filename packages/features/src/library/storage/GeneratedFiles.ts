import type { AssetKind } from "@media/assets/AssetKind"
import { hlsAssets } from "@media/media-tools/hls/HlsAssets"
import { madePictures, madePreviews, ownPictures } from "@media/pictures/PictureFolders"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import type { ClearableKind } from "../libraries/queue.ts"
import type { StorageKind } from "./ids.ts"

/** A folder of generated files in the cache or data directory, with a subfolder for each item. */
export interface GeneratedFolder {
  readonly assets: AssetKind
  /** Returns the kind of the file with this name. */
  readonly kindOf: (name: string) => Exclude<StorageKind, "adjacent">
  /** True if the files may also be stored next to media. */
  readonly isMovable: boolean
  /** True if the server can regenerate the files. */
  readonly isMadeAgain: boolean
}

export interface GeneratedFilesShape {
  readonly folders: ReadonlyArray<GeneratedFolder>
  readonly pictures: GeneratedFolder
  readonly previews: GeneratedFolder
  readonly hls: GeneratedFolder
  readonly own: GeneratedFolder
}

const movable = { isMovable: true, isMadeAgain: true } as const

export const generatedFilesIn = (dirs: {
  readonly cache: string
  readonly data: string
}): GeneratedFilesShape => {
  const pictures: GeneratedFolder = { assets: madePictures(dirs.cache), kindOf: () => "posters", ...movable }
  const previews: GeneratedFolder = {
    assets: madePreviews(dirs.cache),
    kindOf: (name) => (name.endsWith(".mp4") ? "clips" : "sheets"),
    ...movable
  }
  const hls: GeneratedFolder = {
    assets: hlsAssets(join(dirs.cache, "hls"), {}),
    kindOf: () => "hls",
    isMovable: false,
    isMadeAgain: true
  }
  const own: GeneratedFolder = {
    assets: ownPictures(dirs.data),
    kindOf: () => "own-pictures",
    isMovable: false,
    isMadeAgain: false
  }
  return { folders: [pictures, previews, hls, own], pictures, previews, hls, own }
}

/** Returns the folder for files of this kind. */
export const folderOf = (made: GeneratedFilesShape, kind: ClearableKind): GeneratedFolder =>
  kind === "hls" ? made.hls : kind === "posters" ? made.pictures : made.previews

/** The folders in which this process stores generated files. */
export class GeneratedFiles extends Context.Tag("@media/features/library/storage/GeneratedFiles")<
  GeneratedFiles,
  GeneratedFilesShape
>() {}

export const generatedFiles = (dirs: {
  readonly cache: string
  readonly data: string
}): Layer.Layer<GeneratedFiles> => Layer.succeed(GeneratedFiles, generatedFilesIn(dirs))
