import type { Decider } from "@media/event-store/Decider"
import type { NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { ItemEvent } from "../../catalog/items/events.ts"
import {
  evolveFile,
  isNewContent,
  noFile,
  type FileState,
  type ProbeOutdated,
  requireRegistered,
  requireSameFile
} from "../../catalog/items/fileState.ts"
import type { BookEvent, BookRead } from "./events.ts"

type Read = Omit<typeof BookRead.Type, "_tag" | "set">

/** The values found in the book file for fields that users can also edit. */
interface Said {
  readonly title: string | null
  readonly date: string | null
  readonly details: string | null
}

/**
 * The only command that exists just for books. Its event is appended to the item's stream, together with the events
 * that all items share.
 */
export type BookCommand = { readonly _tag: "RecordRead"; readonly said: Said } & Read

interface BookState {
  readonly file: FileState
  /** The facts read from the current content. Null until the content was read. */
  readonly read: (Read & { readonly set: object }) | null
}

/**
 * Compares facts as JSON. The spread puts the keys of `a` in the same order as the keys of `b`, which come from the
 * database.
 */
const isSame = (a: object, b: object | null): boolean =>
  b !== null && JSON.stringify({ ...b, ...a }) === JSON.stringify(b)

export const bookDecider: Decider<BookCommand, BookState, ItemEvent | BookEvent, NotFound | ProbeOutdated> = {
  initial: {
    file: noFile,
    read: null
  },
  decide: ({ _tag, said, ...read }, state) =>
    Either.gen(function* () {
      yield* requireRegistered(state.file)
      yield* requireSameFile(read, state.file)
      const { date, details, title } = said
      const found = { set: { date, title, details }, ...read }
      return isSame(found, state.read) ? [] : [{ _tag: "book.read.v1" as const, ...found }]
    }),
  evolve: (state, event) => {
    switch (event._tag) {
      case "book.read.v1": {
        const { _tag, ...read } = event
        return { ...state, read }
      }
      case "item.probe-failed.v1":
        return { ...state, read: null }
      default: {
        const file = evolveFile(state.file, event)
        return isNewContent(event) ? { ...state, file, read: null } : { ...state, file }
      }
    }
  }
}
