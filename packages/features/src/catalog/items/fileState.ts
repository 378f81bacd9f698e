import { NotFound } from "@media/kernel/Errors"
import * as Data from "effect/Data"
import * as Either from "effect/Either"
import type { ItemEvent } from "./events.ts"
import type { ItemKind } from "../../ItemKind.ts"

/** The file changed while it was being probed, so the result matches neither the old nor the new content. */
export class ProbeOutdated extends Data.TaggedError("ProbeOutdated")<{}> {
  override get message(): string {
    return "The file changed while it was being examined."
  }
}

export interface FileStamp {
  /** Size in bytes. */
  readonly size: number
  /** Modification time in milliseconds since 1970, an integer. */
  readonly mtimeMs: number
}

/** The kind and file of an item, as part of the state of every decider that reads an item's stream. */
export interface FileState extends FileStamp {
  readonly kind: ItemKind | null
}

export const noFile: FileState = { kind: null, size: 0, mtimeMs: 0 }

export const evolveFile = (state: FileState, event: ItemEvent): FileState => {
  switch (event._tag) {
    case "item.registered.v1":
    case "item.entry-registered.v1":
      return { kind: event.kind, size: event.size, mtimeMs: event.mtimeMs }
    case "item.group-registered.v1":
      return { kind: event.kind, size: 0, mtimeMs: 0 }
    case "item.file-changed.v1":
    case "item.file-restamped.v1":
    case "item.file-moved.v1":
      return { ...state, size: event.size, mtimeMs: event.mtimeMs }
    default:
      return state
  }
}

/** True if the event replaces the content, which invalidates all results about the previous content. */
export const isNewContent = (event: { readonly _tag: string }): boolean =>
  event._tag === "item.registered.v1" ||
  event._tag === "item.entry-registered.v1" ||
  event._tag === "item.file-changed.v1" ||
  event._tag === "item.file-restamped.v1"

export const isSameFile = (stamp: FileStamp, state: FileStamp): boolean =>
  stamp.size === state.size && stamp.mtimeMs === state.mtimeMs

export const requireRegistered = ({ kind }: FileState): Either.Either<ItemKind, NotFound> =>
  kind === null ? Either.left(new NotFound({ what: "item" })) : Either.right(kind)

export const requireSameFile = (stamp: FileStamp, state: FileState): Either.Either<void, ProbeOutdated> =>
  isSameFile(stamp, state) ? Either.void : Either.left(new ProbeOutdated())
