import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ListFilter } from "../../catalog/items/listFilter.ts"
import { countOf, groupDetailRow, groupSummaryRow } from "../../catalog/items/groupReads.ts"
import { findItem, listItems, toWire } from "../../catalog/items/queries.ts"
import type { Album, AlbumSummary } from "./contract.ts"
import { albumKind } from "./kind.ts"

const { kind } = albumKind
const Refs = Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String }))
const own = { artists: Refs, artist: Schema.NullOr(Schema.String), year: Schema.NullOr(Schema.Number) }
const rowsFor = (principal: Principal) => ({
  kind,
  facts: "item_groups",
  expressions: {
    count: countOf(kind, principal),
    artist: "(select a.artist from album_facts a where a.item_id = v.id)",
    artists: `(select coalesce(jsonb_agg(jsonb_build_object('id', a.artist_id, 'name', a.name) order by a.ordinal), '[]')
      from album_artists a where a.item_id = v.id)`,
    year: "(select a.year from album_facts a where a.item_id = v.id)"
  }
})

/** The queries for lists of albums and for a single album. */
export const albumReads = {
  kind,
  list: (principal: Principal, filter: ListFilter) =>
    Effect.map(
      listItems(
        principal,
        { ...rowsFor(principal), row: Schema.Struct({ ...groupSummaryRow, ...own }) },
        filter
      ),
      (page) => ({ ...page, items: page.items.map((row): AlbumSummary => ({ ...toWire(row), kind })) })
    ),
  get: (principal: Principal, id: string) => {
    const rows = rowsFor(principal)
    return Effect.map(
      findItem(
        principal,
        {
          ...rows,
          row: Schema.Struct({ ...groupDetailRow, ...own }),
          expressions: { ...rows.expressions, isDerived: "k.is_derived", coverId: "k.cover_id" }
        },
        id
      ),
      (row): Album => ({ ...toWire(row), kind })
    )
  }
}
