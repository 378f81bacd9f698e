import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"

/** The file system's data about a content. If the size or the time differs, so does the content. */
const stamp = {
  /** Bytes. */
  size: Schema.Number,
  /** Milliseconds since 1970, whole. */
  mtimeMs: Schema.Number
}

/** The location of a file. */
const location = {
  rootId: Uuid,
  /** Relative to the root, for people. */
  path: Schema.String,
  /** The same in the bytes of the file system, base64. */
  pathBytes: Schema.String
}

export const ItemRegistered = event("item.registered.v1", {
  kind: ItemKind,
  libraryId: Uuid,
  title: Schema.String,
  /** Present if the name of the file states it, such as the year "2014". */
  date: Schema.optionalWith(Schema.String, { exact: true }),
  ...location,
  ...stamp
})
/**
 * A group that is not a file: a folder, or derived from its children's data. It belongs to the library of its children,
 * and accounts that see one of them see it.
 */
export const ItemGroupRegistered = event("item.group-registered.v1", {
  kind: ItemKind,
  title: Schema.String,
  date: Schema.optionalWith(Schema.String, { exact: true }),
  /** Its folder; null if it is not a folder. */
  folder: Schema.NullOr(Schema.Struct(location))
})
/** An entry of an archive that is a group, with its position there. Its file is the archive. */
export const ItemEntryRegistered = event("item.entry-registered.v1", {
  kind: ItemKind,
  title: Schema.String,
  archiveId: Uuid,
  ordinal: Schema.Int,
  /** The name as stored in the archive: any text, and never a disk path. */
  name: Schema.String,
  /** Bytes, unpacked. */
  size: Schema.Number,
  /** The checksum of its content, used in place of a time because rewriting an archive changes all times. */
  mtimeMs: Schema.Number
})
/** The same content now has another name in its archive. */
export const ItemEntryRenamed = event("item.entry-renamed.v1", { name: Schema.String })
/** The item has this position in a group; `null` if it is in no group. */
export const ItemPlaced = event("item.placed.v1", {
  parentId: Schema.NullOr(Uuid),
  ordinal: Schema.NullOr(Schema.Int)
})
export const ItemFileChanged = event("item.file-changed.v1", { kind: ItemKind, ...stamp })
/** The probe found a size or time that differs from the scan, and these replace it. */
export const ItemFileRestamped = event("item.file-restamped.v1", stamp)
export const ItemFileMoved = event("item.file-moved.v1", { libraryId: Uuid, ...location, ...stamp })
/** The file is gone or can no longer be used as its kind; `reason` is a sentence for people. */
export const ItemFileMissing = event("item.file-missing.v1", { reason: Schema.String })
export const ItemFileFound = event("item.file-found.v1", {})

/** The content of the file of this size and time does not match its name. */
export const ItemProbeFailed = event("item.probe-failed.v1", { ...stamp, reason: Schema.String })
/** The file could not be examined for a temporary reason outside of it (no permission, a canceled job). */
export const ItemProbeDeferred = event("item.probe-deferred.v1", {
  reason: Schema.String,
  /**
   * Change time of the file in milliseconds since 1970, if the file could not be opened. It is probed again once its
   * permissions change.
   */
  ctimeMs: Schema.optionalWith(Schema.Number, { exact: true })
})
/** A person requested another examination of an item that has no probe result. */
export const ItemProbeRequested = event("item.probe-requested.v1", {})

const Value = Schema.NullOr(
  Schema.Union(
    Schema.String,
    Schema.Number,
    Schema.Boolean,
    Schema.Array(Schema.String),
    Schema.Record({ key: Schema.String, value: Schema.String })
  )
)
/** Fields that a person changed, with their previous values, for the history and undo. */
export const ItemEdited = event("item.edited.v1", {
  /** 1 for the first edit of the item. */
  editVersion: Schema.Int,
  changes: Schema.Array(Schema.Struct({ field: Schema.String, from: Value, to: Value }))
})

/**
 * One source changed its values. Readers of files other than this one state theirs in the event of their kind, and a
 * user in `item.edited.v1`. A user's `clear` removes the lock of a field, so that the next source is shown again.
 */
export const ItemSourced = event("item.sourced.v1", {
  source: Schema.Literal("user", "nfo", "scrape", "tags", "name"),
  /** The file or the scraper that provided the values. */
  ref: Schema.optionalWith(Schema.String, { exact: true }),
  set: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  clear: Schema.Array(Schema.String),
  /** Set for the change of a user, which counts as an edit. */
  editVersion: Schema.optionalWith(Schema.Int, { exact: true })
})

/**
 * A batch of items of a removed library or root. Their rows are deleted with all findings and user states. Each batch
 * has its own stream, because no decision reads it and every change of a library reads the library's stream.
 */
export const LibraryItemsForgotten = event("library.items-forgotten.v1", {
  libraryId: Uuid,
  itemIds: Schema.Array(Uuid)
})

export const ItemEvent = Schema.Union(
  ItemRegistered,
  ItemGroupRegistered,
  ItemEntryRegistered,
  ItemEntryRenamed,
  ItemPlaced,
  ItemFileChanged,
  ItemFileRestamped,
  ItemFileMoved,
  ItemFileMissing,
  ItemFileFound,
  ItemProbeFailed,
  ItemProbeDeferred,
  ItemProbeRequested,
  ItemEdited,
  ItemSourced
)
export type ItemEvent = typeof ItemEvent.Type
export const itemEvents = ItemEvent.members
