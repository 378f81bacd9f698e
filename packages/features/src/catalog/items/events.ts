import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"

/** The file's size and modification time. If either differs, the content has changed. */
const stamp = {
  /** Size in bytes. */
  size: Schema.Number,
  /** Modification time in milliseconds since 1970, an integer. */
  mtimeMs: Schema.Number
}

/** The location of a file. */
const location = {
  rootId: Uuid,
  /** Path relative to the root, for display. */
  path: Schema.String,
  /** The same path as base64 of the file system's bytes. */
  pathBytes: Schema.String
}

export const ItemRegistered = event("item.registered.v1", {
  kind: ItemKind,
  libraryId: Uuid,
  title: Schema.String,
  /** Set if the file name contains a date, such as the year "2014". */
  date: Schema.optionalWith(Schema.String, { exact: true }),
  ...location,
  ...stamp
})
/**
 * A group without a file of its own: a folder, or a group derived from the metadata of its children. The group belongs
 * to the library of its children and is visible to accounts that can see at least one of them.
 */
export const ItemGroupRegistered = event("item.group-registered.v1", {
  kind: ItemKind,
  title: Schema.String,
  date: Schema.optionalWith(Schema.String, { exact: true }),
  /** The folder of the group, or null if the group is not a folder. */
  folder: Schema.NullOr(Schema.Struct(location))
})
/** An image in an archive. The archive is the image's group, and `ordinal` is the image's position in the archive. */
export const ItemEntryRegistered = event("item.entry-registered.v1", {
  kind: ItemKind,
  title: Schema.String,
  archiveId: Uuid,
  ordinal: Schema.Int,
  /** The name as stored in the archive. The name may be any text and is never used as a path on disk. */
  name: Schema.String,
  /** Uncompressed size in bytes. */
  size: Schema.Number,
  /**
   * The CRC-32 checksum of the content, used in place of a modification time, because rewriting an archive changes the
   * time of every entry.
   */
  mtimeMs: Schema.Number
})
/** The same content has a new name in the archive. */
export const ItemEntryRenamed = event("item.entry-renamed.v1", { name: Schema.String })
/** The item was moved to this position in a group. Both fields are null if the item is no longer in a group. */
export const ItemPlaced = event("item.placed.v1", {
  parentId: Schema.NullOr(Uuid),
  ordinal: Schema.NullOr(Schema.Int)
})
export const ItemFileChanged = event("item.file-changed.v1", { kind: ItemKind, ...stamp })
/** The probe found a different size or time than the scan. The event contains the new values. */
export const ItemFileRestamped = event("item.file-restamped.v1", stamp)
export const ItemFileMoved = event("item.file-moved.v1", { libraryId: Uuid, ...location, ...stamp })
/** The file is gone, or can no longer be used as its kind. `reason` is shown to users. */
export const ItemFileMissing = event("item.file-missing.v1", { reason: Schema.String })
export const ItemFileFound = event("item.file-found.v1", {})

/** The file with this size and time cannot be used because of its content, for example because it is damaged. */
export const ItemProbeFailed = event("item.probe-failed.v1", { ...stamp, reason: Schema.String })
/**
 * The file could not be examined. The reason may be temporary and has nothing to do with the content of the file, such
 * as missing permission or a canceled job.
 */
export const ItemProbeDeferred = event("item.probe-deferred.v1", {
  reason: Schema.String,
  /**
   * The file's change time in milliseconds since 1970, set if the file could not be opened. The file is probed again
   * after its permissions change.
   */
  ctimeMs: Schema.optionalWith(Schema.Number, { exact: true })
})
/** A user requested another examination of an item without a probe result. */
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
/** A user changed these fields. The history and undo use the previous values (`from`). */
export const ItemEdited = event("item.edited.v1", {
  /** The number of the edit, starting at 1 for the first edit of the item. */
  editVersion: Schema.Int,
  changes: Schema.Array(Schema.Struct({ field: Schema.String, from: Value, to: Value }))
})

/**
 * The values that one source provides for the item's fields have changed. Values from the tags of media files are in
 * the events of the item's kind instead, and most edits by users are in `item.edited.v1`. If the source is a user,
 * `clear` unlocks fields. An unlocked field shows the value of the source with the next highest precedence again.
 */
export const ItemSourced = event("item.sourced.v1", {
  source: Schema.Literal("user", "nfo", "scrape", "tags", "name"),
  /** The NFO file or metadata source that provided the values. */
  ref: Schema.optionalWith(Schema.String, { exact: true }),
  set: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  clear: Schema.Array(Schema.String),
  /** Set for a change by a user, which counts as an edit. */
  editVersion: Schema.optionalWith(Schema.Int, { exact: true })
})

/**
 * A batch of items of a removed library or root. Their rows are deleted, including probe results and user states. Each
 * batch has its own stream and is not part of the library's stream: no decision depends on the batch, and every change
 * to a library reads the library's whole stream.
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
