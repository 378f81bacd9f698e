import type { Decider } from "@media/event-store/Decider"
import { Conflict, NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { ItemEvent } from "./events.ts"
import { evolveFile, noFile, type FileState, requireRegistered } from "./fileState.ts"
import type { GroupEvent } from "./groupEvents.ts"

interface Chapter {
  readonly id: string
  readonly title: string
  readonly itemId: string
}

export type GroupCommand =
  | { readonly _tag: "RecordOrder" }
  | { readonly _tag: "ChooseCover"; readonly itemId: string | null }
  | ({ readonly _tag: "AddChapter" } & Chapter)
  | {
      readonly _tag: "ChangeChapter"
      readonly id: string
      readonly title?: string
      readonly itemId?: string
    }
  | { readonly _tag: "RemoveChapter"; readonly id: string }

interface GroupState {
  readonly file: FileState
  readonly isHandSorted: boolean
  readonly coverId: string | null
  readonly chapters: ReadonlyArray<Chapter>
}

/** Maximum number of chapters of a group. */
const MOST_CHAPTERS = 1_000

const chaptersSet = (chapters: ReadonlyArray<Chapter>) => [
  { _tag: "group.chapters-set.v1" as const, chapters }
]

/** Rejects a chapter that starts at the same child as another chapter. */
const requireFree = (chapters: ReadonlyArray<Chapter>, { id, itemId }: Pick<Chapter, "id" | "itemId">) =>
  chapters.some((chapter) => chapter.id !== id && chapter.itemId === itemId)
    ? Either.left(new Conflict({ reason: "Another chapter already starts at this image." }))
    : Either.void

/**
 * Handles commands that set a group's order, cover and chapters. The group's stream also contains the events that all
 * items have.
 */
export const groupDecider: Decider<GroupCommand, GroupState, ItemEvent | GroupEvent, NotFound | Conflict> = {
  initial: { file: noFile, isHandSorted: false, coverId: null, chapters: [] },
  decide: (command, state) =>
    Either.gen(function* () {
      yield* requireRegistered(state.file)
      const { chapters } = state
      switch (command._tag) {
        case "RecordOrder":
          return state.isHandSorted ? [] : [{ _tag: "group.ordered.v1" as const }]
        case "ChooseCover":
          return command.itemId === state.coverId
            ? []
            : [{ _tag: "group.cover-chosen.v1" as const, itemId: command.itemId }]
        case "AddChapter": {
          const { _tag, ...chapter } = command
          if (chapters.length >= MOST_CHAPTERS)
            return yield* Either.left(
              new Conflict({ reason: `A gallery can have at most ${MOST_CHAPTERS} chapters.` })
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
            itemId: command.itemId ?? before.itemId
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
      case "group.ordered.v1":
        return { ...state, isHandSorted: true }
      case "group.cover-chosen.v1":
        return { ...state, coverId: event.itemId }
      case "group.chapters-set.v1":
        return { ...state, chapters: event.chapters }
      default:
        return { ...state, file: evolveFile(state.file, event) }
    }
  }
}
