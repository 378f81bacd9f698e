import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"
import { itemDetailFields } from "./contract.ts"

/** Summary fields of a group. */
export const groupSummaryFields = {
  /** Number of items in the group that the caller may see. Nested groups and their items are not counted. */
  count: Schema.Int,
  /** The group that contains this group. */
  parentId: Schema.NullOr(Uuid)
}

/** The additional fields on a group's page. A group that is neither a folder nor a file has no path. */
export const groupDetailFields = {
  ...itemDetailFields,
  rootId: Schema.NullOr(Uuid),
  path: Schema.NullOr(Schema.String),
  /**
   * False if the group is itself a file, such as an archive. A derived group exists only as long as it has children.
   */
  isDerived: Schema.Boolean,
  /** The child chosen as the cover, or null if the group shows the picture of its first child. */
  coverId: Schema.NullOr(Uuid)
}
