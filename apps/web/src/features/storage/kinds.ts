import { Clapperboard, FolderTree, Image, ImageUp, LayoutGrid, ListVideo } from "@lucide/vue"
import type { Component } from "vue"
import type { StorageKind } from "@media/features/library/storage/ids"

/**
 * The key of the message that explains a kind of generated file, keyed by kind. The name of a kind is itself the key of
 * its title.
 */
export const helpOf = {
  posters: "postersHelp",
  sheets: "sheetsHelp",
  clips: "clipsHelp",
  hls: "hlsHelp",
  "own-pictures": "ownPicturesHelp",
  adjacent: "adjacentHelp"
} as const satisfies Readonly<Record<StorageKind, string>>

export const iconOf: Readonly<Record<StorageKind, Component>> = {
  posters: Image,
  sheets: LayoutGrid,
  clips: Clapperboard,
  hls: ListVideo,
  "own-pictures": ImageUp,
  adjacent: FolderTree
}

export const statusOf = {
  queued: "statusQueued",
  started: "statusStarted",
  completed: "statusCompleted",
  failed: "statusFailed",
  cancelled: "statusCancelled"
} as const
