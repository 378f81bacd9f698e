import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"

/** What the file system says of a content: another size or time is another content. */
const stamp = {
  /** Bytes. */
  size: Schema.Number,
  /** Milliseconds since 1970, whole. */
  mtimeMs: Schema.Number
}

/** Where a file lies. */
const place = {
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
  /** When the name of the file gives it: a year, "2014". */
  date: Schema.optionalWith(Schema.String, { exact: true }),
  ...place,
  ...stamp
})
/**
 * A group that is no file: a folder, or what its children say they belong to. It lies in the library of its children, and
 * is seen by those who see one of them.
 */
export const ItemGroupRegistered = event("item.group-registered.v1", {
  kind: ItemKind,
  title: Schema.String,
  date: Schema.optionalWith(Schema.String, { exact: true }),
  /** The folder that it is; null when it is none. */
  folder: Schema.NullOr(Schema.Struct(place))
})
/** An entry of an archive that is a group, and lies in it at this place. Its file is the archive's. */
export const ItemEntryRegistered = event("item.entry-registered.v1", {
  kind: ItemKind,
  title: Schema.String,
  archiveId: Uuid,
  ordinal: Schema.Int,
  /** As the archive spells it: anything at all, and never a path of the disk. */
  name: Schema.String,
  /** Bytes, unpacked. */
  size: Schema.Number,
  /** The checksum of its content, in the place of a time: an archive that is written again changes all times. */
  mtimeMs: Schema.Number
})
/** The same content has another name in its archive. */
export const ItemEntryRenamed = event("item.entry-renamed.v1", { name: Schema.String })
/** It lies in a group, at this place among the others; `null`: in none. */
export const ItemPlaced = event("item.placed.v1", {
  parentId: Schema.NullOr(Uuid),
  ordinal: Schema.NullOr(Schema.Int)
})
export const ItemFileChanged = event("item.file-changed.v1", { kind: ItemKind, ...stamp })
/** The probe found another size or time than the scan did, and goes on with these. */
export const ItemFileRestamped = event("item.file-restamped.v1", stamp)
export const ItemFileMoved = event("item.file-moved.v1", { libraryId: Uuid, ...place, ...stamp })
/** The file is gone, or can no longer be used as what it was; `reason` is a sentence for people. */
export const ItemFileMissing = event("item.file-missing.v1", { reason: Schema.String })
export const ItemFileFound = event("item.file-found.v1", {})

/** The file of this size and time cannot be used as what its name says. */
export const ItemProbeFailed = event("item.probe-failed.v1", { ...stamp, reason: Schema.String })
/** The file could not be examined for a reason that is not its own (no permission, a canceled job) and may pass. */
export const ItemProbeDeferred = event("item.probe-deferred.v1", {
  reason: Schema.String,
  /** Milliseconds since 1970, when the file itself could not be opened: once its rights changed it is tried again. */
  ctimeMs: Schema.optionalWith(Schema.Number, { exact: true })
})
/** A person asked for an item without a probe to be examined again. */
export const ItemProbeRequested = event("item.probe-requested.v1", {})

const Value = Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean))
/** Fields a person changed, each with what it was: history tells it, undo takes it back. */
export const ItemEdited = event("item.edited.v1", {
  /** 1 for the first edit of the item. */
  editVersion: Schema.Int,
  changes: Schema.Array(Schema.Struct({ field: Schema.String, from: Value, to: Value }))
})

/**
 * A batch of items of a removed library or root. Their rows go, with everything that was found out about them and what people
 * thought of them. Each batch is a stream of its own: no decision reads it, and every change of a library reads the
 * library's stream.
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
  ItemEdited
)
export type ItemEvent = typeof ItemEvent.Type
export const itemEvents = ItemEvent.members
