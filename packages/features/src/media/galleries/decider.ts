import type { Decider } from "@media/event-store/Decider"
import type { NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { ItemEvent } from "../../catalog/items/events.ts"
import {
  evolveFile,
  noFile,
  type FileState,
  type ProbeOutdated,
  requireRegistered,
  requireSameFile
} from "../../catalog/items/fileState.ts"
import type { GalleryEvent, GalleryRead } from "./events.ts"

type Read = Omit<typeof GalleryRead.Type, "_tag">

export type GalleryCommand = { readonly _tag: "RecordRead" } & Read

interface GalleryState {
  readonly file: FileState
  readonly read: Read | null
}

const isSame = (a: Read, b: Read | null): boolean =>
  b !== null && a.size === b.size && a.mtimeMs === b.mtimeMs && a.images === b.images && a.note === b.note

/**
 * The decider for reads of an archive. Its events are appended to the gallery's stream, together with the events that
 * all items share.
 */
export const galleryDecider: Decider<
  GalleryCommand,
  GalleryState,
  ItemEvent | GalleryEvent,
  NotFound | ProbeOutdated
> = {
  initial: { file: noFile, read: null },
  decide: ({ _tag, ...read }, state) =>
    Either.gen(function* () {
      yield* requireRegistered(state.file)
      yield* requireSameFile(read, state.file)
      return isSame(read, state.read) ? [] : [{ _tag: "gallery.read.v1" as const, ...read }]
    }),
  evolve: (state, event) => {
    switch (event._tag) {
      case "gallery.read.v1": {
        const { _tag, ...read } = event
        return { ...state, read }
      }
      case "item.probe-failed.v1":
        return { ...state, read: null }
      default:
        return { ...state, file: evolveFile(state.file, event) }
    }
  }
}
