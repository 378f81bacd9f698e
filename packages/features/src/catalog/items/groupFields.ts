import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"
import { itemDetailFields } from "./contract.ts"

/** List fields of a group. */
export const groupSummaryFields = {
  /** Number of items in the group that the caller may see, without nested groups. */
  count: Schema.Int,
  /** The group that contains it. */
  parentId: Schema.NullOr(Uuid)
}

/** Additional fields of its page. A group that is neither a folder nor a file has no location. */
export const groupDetailFields = {
  ...itemDetailFields,
  rootId: Schema.NullOr(Uuid),
  path: Schema.NullOr(Schema.String),
  /** True if no file represents the group. It is derived from its children and disappears with the last one. */
  isDerived: Schema.Boolean,
  /** The child whose picture it shows; null for that of the first one. */
  coverId: Schema.NullOr(Uuid)
}
