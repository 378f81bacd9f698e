import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"
import { itemDetailFields } from "./contract.ts"

/** List fields of a group. */
export const groupSummaryFields = {
  /** Items in it that the caller may see, groups not counted. */
  count: Schema.Int,
  /** The group that contains it. */
  parentId: Schema.NullOr(Uuid)
}

/** And its page. A group that is neither a folder nor a file has no location. */
export const groupDetailFields = {
  ...itemDetailFields,
  rootId: Schema.NullOr(Uuid),
  path: Schema.NullOr(Schema.String),
  /** No file represents it: it is derived from its children, and disappears with the last one. */
  isDerived: Schema.Boolean,
  /** The child whose picture it shows; null: the first one's. */
  coverId: Schema.NullOr(Uuid)
}
