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

/** A book's own values of the fields that a person may set. */
interface Said {
  readonly title: string
  readonly date: string | null
  readonly details: string | null
}
const fields = ["title", "date", "details"] as const

/** A command specific to books, on the stream shared with every item's commands. */
export type BookCommand = { readonly _tag: "RecordRead"; readonly said: Said } & Read

interface BookState {
  readonly file: FileState
  readonly shown: Said
  /** The fields that a person has set: they win over the book. */
  readonly edited: ReadonlySet<string>
  /** The result of reading this content. */
  readonly read: Read | null
}

/** Facts are JSON, in one order. */
const isSame = (a: Read, b: Read | null): boolean =>
  b !== null && JSON.stringify({ ...b, ...a }) === JSON.stringify(b)

export const bookDecider: Decider<BookCommand, BookState, ItemEvent | BookEvent, NotFound | ProbeOutdated> = {
  initial: {
    file: noFile,
    shown: { title: "", date: null, details: null },
    edited: new Set(),
    read: null
  },
  decide: ({ _tag, said, ...read }, state) =>
    Either.gen(function* () {
      yield* requireRegistered(state.file)
      yield* requireSameFile(read, state.file)
      const changed = fields.filter((field) => !state.edited.has(field) && said[field] !== state.shown[field])
      if (changed.length === 0 && isSame(read, state.read)) return []
      const set = Object.fromEntries(changed.map((field) => [field, said[field]])) as Partial<Said>
      return [{ _tag: "book.read.v1" as const, set, ...read }]
    }),
  evolve: (state, event) => {
    switch (event._tag) {
      case "book.read.v1": {
        const { _tag, set, ...read } = event
        return { ...state, shown: { ...state.shown, ...set }, read }
      }
      case "item.edited.v1":
        return {
          ...state,
          shown: { ...state.shown, ...Object.fromEntries(event.changes.map(({ field, to }) => [field, to])) },
          edited: new Set([...state.edited, ...event.changes.map(({ field }) => field)])
        }
      case "item.probe-failed.v1":
        return { ...state, read: null }
      default: {
        const file = evolveFile(state.file, event)
        if (event._tag === "item.registered.v1")
          return { ...state, file, shown: { ...state.shown, title: event.title, date: event.date ?? null } }
        return isNewContent(event) ? { ...state, file, read: null } : { ...state, file }
      }
    }
  }
}
