import type { Decider } from "@media/event-store/Decider"
import { NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { LibraryEvent } from "./events.ts"

export interface Root {
  readonly id: string
  readonly path: string
  readonly enabled: boolean
  readonly recursive: boolean
}

export type VideosAs = "mixed" | "movies" | "series" | "videos"

export type WriteNfo = "off" | "create" | "update"

export interface LibraryFields {
  readonly name: string
  readonly isNsfw: boolean
  readonly contents: ReadonlyArray<string>
  /** The classification of videos. The default is "mixed". */
  readonly videosAs?: VideosAs
  /** The NFO files that the server may write. The default is "off". */
  readonly writeNfo?: WriteNfo
  /**
   * Account for which the server imports watched status and positions from NFO files. By default, it is null, and
   * nothing is imported.
   */
  readonly nfoWatchedAccountId?: string | null
  /** The complete list of roots. The caller generates the ids of new roots. */
  readonly roots: ReadonlyArray<Root>
}

export type LibraryCommand =
  | ({ readonly _tag: "Create" } & LibraryFields)
  | ({ readonly _tag: "Change" } & Partial<LibraryFields>)
  | { readonly _tag: "Remove" }

type LibraryState = (LibraryFields & { readonly exists: true }) | { readonly exists: false }

const sameRoot = (a: Root, b: Root) =>
  a.path === b.path && a.enabled === b.enabled && a.recursive === b.recursive

const rootEvents = (before: ReadonlyArray<Root>, after: ReadonlyArray<Root>): ReadonlyArray<LibraryEvent> => {
  const known = new Map(before.map((root) => [root.id, root]))
  const kept = new Set(after.map(({ id }) => id))
  return [
    ...before
      .filter(({ id }) => !kept.has(id))
      .map(({ id, path }) => ({ _tag: "library.root-removed.v1" as const, rootId: id, path })),
    ...after.flatMap((root): ReadonlyArray<LibraryEvent> => {
      const old = known.get(root.id)
      if (old === undefined) return [{ _tag: "library.root-added.v1", root }]
      return sameRoot(old, root) ? [] : [{ _tag: "library.root-changed.v1", root }]
    })
  ]
}

const sameList = (a: ReadonlyArray<string>, b: ReadonlyArray<string>) =>
  a.length === b.length && a.every((item) => b.includes(item))

export const libraryDecider: Decider<LibraryCommand, LibraryState, LibraryEvent, NotFound> = {
  initial: { exists: false },
  decide: (command, state) => {
    if (command._tag === "Create") {
      const { _tag, ...fields } = command
      return Either.right(state.exists ? [] : [{ _tag: "library.created.v1", ...fields }])
    }
    if (!state.exists) return Either.left(new NotFound({ what: "library" }))
    if (command._tag === "Remove") return Either.right([{ _tag: "library.removed.v1", name: state.name }])
    const events: Array<LibraryEvent> = []
    if (command.name !== undefined && command.name !== state.name) {
      events.push({ _tag: "library.renamed.v1", name: command.name })
    }
    if (command.isNsfw !== undefined && command.isNsfw !== state.isNsfw) {
      events.push({ _tag: "library.nsfw-changed.v1", isNsfw: command.isNsfw })
    }
    if (command.contents !== undefined && !sameList(command.contents, state.contents)) {
      const roots = command.roots ?? state.roots
      events.push({ _tag: "library.contents-changed.v1", contents: command.contents, roots })
    }
    if (command.videosAs !== undefined && command.videosAs !== (state.videosAs ?? "mixed")) {
      events.push({ _tag: "library.videos-as-changed.v1", videosAs: command.videosAs })
    }
    if (command.writeNfo !== undefined && command.writeNfo !== (state.writeNfo ?? "off")) {
      events.push({ _tag: "library.write-nfo-changed.v1", writeNfo: command.writeNfo })
    }
    const { nfoWatchedAccountId: accountId } = command
    if (accountId !== undefined && accountId !== (state.nfoWatchedAccountId ?? null)) {
      events.push({ _tag: "library.nfo-watched-changed.v1", accountId })
    }
    return Either.right([
      ...events,
      ...(command.roots === undefined ? [] : rootEvents(state.roots, command.roots))
    ])
  },
  evolve: (state, event) => {
    if (event._tag === "library.created.v1") {
      const { _tag, ...fields } = event
      return { exists: true, ...fields }
    }
    if (!state.exists) return state
    switch (event._tag) {
      case "library.renamed.v1":
        return { ...state, name: event.name }
      case "library.nsfw-changed.v1":
        return { ...state, isNsfw: event.isNsfw }
      case "library.videos-as-changed.v1":
        return { ...state, videosAs: event.videosAs }
      case "library.write-nfo-changed.v1":
        return { ...state, writeNfo: event.writeNfo }
      case "library.nfo-watched-changed.v1":
        return { ...state, nfoWatchedAccountId: event.accountId }
      case "library.contents-changed.v1":
        return { ...state, contents: event.contents }
      case "library.root-added.v1":
        return { ...state, roots: [...state.roots, event.root] }
      case "library.root-changed.v1":
        return { ...state, roots: state.roots.map((root) => (root.id === event.root.id ? event.root : root)) }
      case "library.root-removed.v1":
        return { ...state, roots: state.roots.filter(({ id }) => id !== event.rootId) }
      case "library.removed.v1":
        return { exists: false }
    }
  }
}
