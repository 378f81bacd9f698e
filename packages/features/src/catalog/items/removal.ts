import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"
import { itemEvents, LibraryItemsForgotten } from "./events.ts"
import { AttachmentEvent } from "./attachmentEvents.ts"
import { GroupEvent } from "./groupEvents.ts"

/** The current or former location of the file. */
const location = {
  libraryId: Uuid,
  rootId: Uuid,
  /** Relative to the root, for people. */
  path: Schema.String,
  /** The same in the bytes of the file system, base64. */
  pathBytes: Schema.String
}

/** Names in the folder of the file (base64): the file first, then its adjacent files. */
const files = Schema.Array(Schema.String)

/**
 * The item is hidden from everyone and can be restored for 30 days. With `withFile`, its files are moved to the trash
 * after this event. It names them, so that an interrupted move can be completed.
 */
export const ItemTrashed = event("item.trashed.v1", { ...location, withFile: Schema.Boolean, files })
/** These files are in the trash now, also after restoring them failed. */
export const ItemTrashFiled = event("item.trash-filed.v1", { files })
/** Its files are moved back after this event. */
export const ItemRestoreStarted = event("item.restore-started.v1", {})
export const ItemRestored = event("item.restored.v1", {
  ...location,
  /** False: no file exists there, and the item is missing. */
  isPresent: Schema.Boolean,
  /** The reason why the file could not be moved to the trash; null if that was not requested. */
  reason: Schema.NullOr(Schema.String)
})
/** The item can no longer be restored. Its rows are deleted with this event, and its files afterwards. */
export const ItemPurged = event("item.purged.v1", {
  libraryId: Uuid,
  rootId: Uuid,
  withFile: Schema.Boolean,
  /** The 30 days were over. */
  isExpired: Schema.Boolean
})
/** None of its files is left in the trash. */
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
/** The events that an item's stream may contain, for any kind. */
export const itemStreamEvents = [
  ...itemEvents,
  ...GroupEvent.members,
  ...AttachmentEvent.members,
  ...RemovalEvent.members,
  LibraryItemsForgotten
]
