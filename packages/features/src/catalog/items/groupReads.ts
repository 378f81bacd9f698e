import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { kinds } from "../../generated/kinds.ts"
import { groupSummaryFields } from "./groupFields.ts"
import type { ItemKind } from "../../ItemKind.ts"
import type { ListFilter } from "./listFilter.ts"
import { detailRow, findItem, listItems, seenInGroup, summaryRow, toWire } from "./queries.ts"

/** Columns in a list of groups (`groupSummaryRow`) and on a group's page (`groupDetailRow`). */
export const groupSummaryRow = { ...summaryRow, ...groupSummaryFields }
export const groupDetailRow = {
  ...detailRow,
  ...groupSummaryFields,
  rootId: Schema.NullOr(Schema.String),
  path: Schema.NullOr(Schema.String),
  isDerived: Schema.Boolean,
  coverId: Schema.NullOr(Schema.String)
}
const summary = Schema.Struct(groupSummaryRow)
const detail = Schema.Struct(groupDetailRow)

/** The item kinds that groups of this kind contain, as an SQL list. */
const childKinds = (kind: ItemKind): string =>
  (kinds.find((each) => each.kind === kind)?.groups ?? []).map((each) => `'${each}'`).join(", ")

/** SQL expression for the number of items in a group that the caller may see. */
export const countOf = (kind: ItemKind, { showNsfw }: Principal): string => {
  return `(select count(*)::int from items c where c.parent_id = v.id and c.kind in (${childKinds(kind)})
    and c.library_id = v.library_id${showNsfw ? "" : " and not c.is_nsfw"})`
}

/** SQL expression for the child chosen as the cover, if everyone who sees the group also sees the child. */
const coverSeen = `(select c.id from items c where c.id = k.cover_id and ${seenInGroup})`

/** Returns the queries that list and find groups of a kind, with the fields that groups of all kinds have. */
export const groupReads = <const Kind extends ItemKind>(kind: Kind) => {
  const shared = { kind, facts: "item_groups" }
  return {
    kind,
    list: (principal: Principal, filter: ListFilter) =>
      Effect.map(
        listItems(
          principal,
          { ...shared, row: summary, expressions: { count: countOf(kind, principal) } },
          filter
        ),
        (page) => ({ ...page, items: page.items.map((row) => ({ ...toWire(row), kind })) })
      ),
    get: (principal: Principal, id: string) =>
      Effect.map(
        findItem(
          principal,
          {
            ...shared,
            row: detail,
            expressions: {
              count: countOf(kind, principal),
              isDerived: "k.is_derived",
              coverId: coverSeen
            }
          },
          id
        ),
        (row) => ({ ...toWire(row), kind })
      )
  }
}
