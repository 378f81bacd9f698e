import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** A view was created or changed. The event contains the whole view, which is small and is edited in one form. */
export const ViewSaved = event("view.saved.v1", {
  viewId: Uuid,
  accountId: Uuid,
  name: Schema.String,
  page: Schema.String,
  text: Schema.String,
  columns: Schema.NullOr(Schema.Array(Schema.String)),
  layout: Schema.NullOr(Schema.String),
  sort: Schema.NullOr(Schema.String),
  isPinned: Schema.Boolean,
  isShared: Schema.Boolean
})
export const ViewRemoved = event("view.removed.v1", { viewId: Uuid, accountId: Uuid })

export const ViewEvent = Schema.Union(ViewSaved, ViewRemoved)
export type ViewEvent = typeof ViewEvent.Type
export const viewEvents = ViewEvent.members
