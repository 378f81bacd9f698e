import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"
import { itemEvents, LibraryItemsForgotten } from "./events.ts"
import { AttachmentEvent } from "./attachmentEvents.ts"
import { GroupEvent } from "./groupEvents.ts"

/** The original location of the file, to which a restore returns it. */
const location = {
  libraryId: Uuid,
  rootId: Uuid,
  /** Path relative to the root, for display. */
  path: Schema.String,
  /** The same path as base64 of the file system's bytes. */
  pathBytes: Schema.String
}

/** File names in the folder of the file, in base64: the media file first, then its adjacent files. */
const files = Schema.Array(Schema.String)

/**
 * The item is hidden from everyone and can be restored for 30 days. With `withFile`, its files are moved to the trash
 * after this event. The event contains their names, so that an interrupted move can be completed.
 */
export const ItemTrashed = event("item.trashed.v1", { ...location, withFile: Schema.Boolean, files })
/** These files are now in the trash: either they were moved there, or restoring them failed and they remained there. */
export const ItemTrashFiled = event("item.trash-filed.v1", { files })
/** The item is being restored. Its files are moved back after this event. */
export const ItemRestoreStarted = event("item.restore-started.v1", {})
export const ItemRestored = event("item.restored.v1", {
  ...location,
  /** False if the file does not exist at its path. The item is then missing. */
  isPresent: Schema.Boolean,
  /** The reason why the file could not be moved to the trash, or null if the item was restored for another reason. */
  reason: Schema.NullOr(Schema.String)
})
/** The item can no longer be restored. Its rows are deleted with this event, and its files afterwards. */
export const ItemPurged = event("item.purged.v1", {
  libraryId: Uuid,
  rootId: Uuid,
  withFile: Schema.Boolean,
  /** True if the item was purged automatically after 30 days in the trash. */
  isExpired: Schema.Boolean
})
/** All files of the item are deleted from the trash. */
export const ItemTrashEmptied = event("item.trash-emptied.v1", {})

export const RemovalEvent = Schema.Union(
  ItemTrashed,
  ItemTrashFiled,
  ItemRestoreStarted,
  ItemRestored,
  ItemPurged,
  ItemTrashEmptied
)
export type RemovalEvent = typeof RemovalEvent.Type
/** The events that the stream of an item of any kind may contain. */
export const itemStreamEvents = [
  ...itemEvents,
  ...GroupEvent.members,
  ...AttachmentEvent.members,
  ...RemovalEvent.members,
  LibraryItemsForgotten
]
