import type { Decider } from "@media/event-store/Decider"
import { Conflict, NotFound } from "@media/kernel/Errors"
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

interface Chapter {
  readonly id: string
  readonly title: string
  readonly imageId: string
}

export type GalleryCommand =
  | ({ readonly _tag: "RecordRead" } & Read)
  | { readonly _tag: "RecordOrder" }
  | { readonly _tag: "ChooseCover"; readonly imageId: string | null }
  | ({ readonly _tag: "AddChapter" } & Chapter)
  | {
      readonly _tag: "ChangeChapter"
      readonly id: string
      readonly title?: string
      readonly imageId?: string
    }
  | { readonly _tag: "RemoveChapter"; readonly id: string }

interface GalleryState {
  readonly file: FileState
  readonly read: Read | null
  readonly isHandSorted: boolean
  readonly coverId: string | null
  readonly chapters: ReadonlyArray<Chapter>
}

/** A list of contents, not a catalog. */
const MOST_CHAPTERS = 1_000

type Rejection = NotFound | Conflict | ProbeOutdated

const isSame = (a: Read, b: Read | null): boolean =>
  b !== null && a.size === b.size && a.mtimeMs === b.mtimeMs && a.images === b.images && a.note === b.note

const chaptersSet = (chapters: ReadonlyArray<Chapter>) => [
  { _tag: "gallery.chapters-set.v1" as const, chapters }
]

/** An image begins one chapter at most. */
const requireFree = (chapters: ReadonlyArray<Chapter>, { id, imageId }: Pick<Chapter, "id" | "imageId">) =>
  chapters.some((chapter) => chapter.id !== id && chapter.imageId === imageId)
    ? Either.left(new Conflict({ reason: "Another chapter begins with this image." }))
    : Either.void

/** What people say of a gallery, and what its archive holds; it shares its stream with what every item has. */
export const galleryDecider: Decider<GalleryCommand, GalleryState, ItemEvent | GalleryEvent, Rejection> = {
  initial: { file: noFile, read: null, isHandSorted: false, coverId: null, chapters: [] },
  decide: (command, state) =>
    Either.gen(function* () {
      yield* requireRegistered(state.file)
      const { chapters } = state
      switch (command._tag) {
        case "RecordRead": {
          const { _tag, ...read } = command
          yield* requireSameFile(read, state.file)
          return isSame(read, state.read) ? [] : [{ _tag: "gallery.read.v1" as const, ...read }]
        }
        case "RecordOrder":
          return state.isHandSorted ? [] : [{ _tag: "gallery.ordered.v1" as const }]
        case "ChooseCover":
          return command.imageId === state.coverId
            ? []
            : [{ _tag: "gallery.cover-chosen.v1" as const, imageId: command.imageId }]
        case "AddChapter": {
          const { _tag, ...chapter } = command
          if (chapters.length >= MOST_CHAPTERS)
            return yield* Either.left(
              new Conflict({ reason: `A gallery has at most ${MOST_CHAPTERS} chapters.` })
            )
          yield* requireFree(chapters, chapter)
          return chaptersSet([...chapters, chapter])
        }
        case "ChangeChapter": {
          const before = chapters.find(({ id }) => id === command.id)
          if (before === undefined) return yield* Either.left(new NotFound({ what: "chapter" }))
          const after = {
            id: before.id,
            title: command.title ?? before.title,
            imageId: command.imageId ?? before.imageId
          }
          yield* requireFree(chapters, after)
          return chaptersSet(chapters.map((chapter) => (chapter === before ? after : chapter)))
        }
        case "RemoveChapter": {
          const rest = chapters.filter(({ id }) => id !== command.id)
          if (rest.length === chapters.length) return yield* Either.left(new NotFound({ what: "chapter" }))
          return chaptersSet(rest)
        }
      }
    }),
  evolve: (state, event) => {
    switch (event._tag) {
      case "gallery.read.v1": {
        const { _tag, ...read } = event
        return { ...state, read }
      }
      case "gallery.ordered.v1":
        return { ...state, isHandSorted: true }
      case "gallery.cover-chosen.v1":
        return { ...state, coverId: event.imageId }
      case "gallery.chapters-set.v1":
        return { ...state, chapters: event.chapters }
      case "item.probe-failed.v1":
        return { ...state, read: null }
      default:
        return { ...state, file: evolveFile(state.file, event) }
    }
  }
}
