import { Clapperboard, FolderTree, Image, ImageUp, LayoutGrid, ListVideo } from "@lucide/vue"
import type { Component } from "vue"
import type { StorageKind } from "@media/features/library/storage/ids"

/**
 * Maps each kind of generated file to the key of its help message. Titles need no such map, because the message key
 * of a title is the name of the kind.
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
