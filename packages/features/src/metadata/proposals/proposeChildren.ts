import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { IdentifyTarget } from "../../IdentifySource.ts"
import { matchChildren, type MissingChild, type NamedChild } from "./children.ts"

const Row = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literal("season", "video"),
  season: Schema.Number,
  episode: Schema.NullOr(Schema.Number),
  episodeEnd: Schema.NullOr(Schema.Number)
})

/** Returns the seasons and episodes of a series, or the episodes of a season. */
const ownChildren = ({ id, kind }: IdentifyTarget) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ofSeries = kind === "series"
    return yield* rowsOf(Row)(sql`
      with seasons as (
        select s.id, f.number from items s join season_facts f on f.item_id = s.id
        where s.kind = 'season' and case when ${ofSeries} then s.parent_id = ${id}::uuid else s.id = ${id}::uuid end
      )
      select s.id, 'season' as kind, s.number as season, null::int as episode, null::int as "episodeEnd"
      from seasons s where ${ofSeries}
      union all
      select v.id, 'video', e.season, e.episode, e.episode_end
      from items v join video_episodes e on e.item_id = v.id
      where v.parent_id in (select id from seasons) and e.episode is not null
      order by season, kind, episode, id`)
  })

/** Matches the seasons and episodes in a result to the library, and lists seasons and episodes without a match. */
export const childrenFor = (target: IdentifyTarget, named: ReadonlyArray<NamedChild>) =>
  (target.kind !== "series" && target.kind !== "season") || named.length === 0
    ? Effect.succeed({ matched: [], missing: [] as ReadonlyArray<MissingChild> })
    : Effect.map(ownChildren(target), (own) => matchChildren(named, own))
