import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"
import { itemDetailFields } from "./contract.ts"

/** What lists say of a group. */
export const groupSummaryFields = {
  /** Items in it that the caller may see, groups not counted. */
  count: Schema.Int,
  /** The group it lies in itself. */
  parentId: Schema.NullOr(Uuid)
}

/** And its page. A group that is neither a folder nor a file lies nowhere. */
export const groupDetailFields = {
  ...itemDetailFields,
  rootId: Schema.NullOr(Uuid),
  path: Schema.NullOr(Schema.String),
  /** No file stands for it: it is made of what it groups, and is gone with the last of it. */
  isDerived: Schema.Boolean,
  /** The item in it whose picture it shows; null: the first one's. */
  coverId: Schema.NullOr(Uuid)
}
