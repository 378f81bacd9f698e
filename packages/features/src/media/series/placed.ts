import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { episodesById } from "./episodes.ts"

const Row = Schema.Struct({ id: Schema.String })

/**
 * Returns a page of a season's episodes in play order, with the specials that air before, during or after the season.
 */
export const placedEpisodes = Effect.fn("series.placedEpisodes")(function* (
  principal: Principal,
  seasonId: string,
  { page, perPage }: { readonly page: number; readonly perPage: number }
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  // A series has a few thousand episodes at most, so the query reads all ids to count the episodes.
  const rows = yield* rowsOf(Row)(sql`
    select o.item_id as id
    from items s left join season_facts n on n.item_id = s.id
      cross join lateral (select coalesce(n.number, s.ordinal) as number) own
      cross join lateral episodes_in_order(s.parent_id) o
    where s.id = ${seasonId} and ${visibility.items("o")}
      and (o.season_id = s.id or (o.season = 0 and o.is_placed and own.number > 0 and o.at_season = own.number))
    order by o.at_season, o.at_turn, o.at_position, o.at_date, o.ordinal, o.item_id`)
  const ids = rows.slice((page - 1) * perPage, page * perPage).map(({ id }) => id)
  const episodes = yield* episodesById(principal, ids)
  return {
    items: ids.flatMap((id) => episodes.get(id) ?? []),
    ...{ page, perPage, total: rows.length }
  }
})
