import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** A user sorted the children of the group. From now on, scans append new children at the end. */
export const GroupOrdered = event("group.ordered.v1", {})
/**
 * A user chose the picture of this child as the group's cover. If `itemId` is null, the group shows the picture of its
 * first child again.
 */
export const GroupCoverChosen = event("group.cover-chosen.v1", { itemId: Schema.NullOr(Uuid) })

const ChapterFields = Schema.Struct({
  id: Uuid,
  title: Schema.String,
  /** The first child of the chapter. */
  itemId: Uuid
})
/** The chapters of the group changed. The event contains all chapters after the change. */
export const GroupChaptersSet = event("group.chapters-set.v1", { chapters: Schema.Array(ChapterFields) })

export const GroupEvent = Schema.Union(GroupOrdered, GroupCoverChosen, GroupChaptersSet)
export type GroupEvent = typeof GroupEvent.Type
