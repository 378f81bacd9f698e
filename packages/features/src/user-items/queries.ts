import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowOf, select } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ItemKind } from "../items/kinds.ts"
import { visibleTo } from "../visibility/Visibility.ts"
import type { UserState } from "./contract.ts"
import type { Progress } from "./progress.ts"

/** The columns of a caller's own state, for the rows of any query that has `userStateJoins`. */
export const userStateRow = {
  isFavorite: Schema.Boolean,
  rating: Schema.NullOr(Schema.Number),
  position: Schema.Number,
  playCount: Schema.Number,
  lastPlayedAt: Schema.NullOr(Schema.DateFromSelf),
  isWatched: Schema.Boolean
}

export const userStateExpressions = {
  isFavorite: "coalesce(u.is_favorite, false)",
  rating: "u.rating",
  position: "coalesce(up.position, 0)",
  playCount: "coalesce(u.play_count, 0)",
  lastPlayedAt: "up.last_played_at",
  isWatched: "coalesce(u.is_watched, false)"
}

/** The account's own rows (`u`, `up`) beside those of `items` under this alias. */
export const userStateJoins = (
  accountId: string,
  alias = "v"
): Effect.Effect<Fragment, never, SqlClient.SqlClient> =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const item = sql.literal(`${alias}.id`)
    return sql`
      left join user_items u on u.item_id = ${item} and u.account_id = ${accountId}
      left join user_progress up on up.item_id = ${item} and up.account_id = ${accountId}`
  })

type Flat = Schema.Struct.Type<typeof userStateRow>

/** A row as it was read, with the caller's own state in one place. */
export const nestUserState = <Row extends Flat>({
  isFavorite,
  isWatched,
  lastPlayedAt,
  playCount,
  position,
  rating,
  ...row
}: Row) => ({
  ...row,
  userState: {
    isFavorite,
    rating,
    position,
    playCount,
    lastPlayedAt: lastPlayedAt === null ? null : toTimestamp(lastPlayedAt),
    isWatched
  } satisfies UserState
})

const Viewing = Schema.Struct({
  key: Schema.String,
  sequence: Schema.NullOr(Schema.Number),
  position: Schema.Number,
  isFinished: Schema.Boolean
})

const StandingRow = Schema.Struct({
  ...userStateRow,
  itemDuration: Schema.NullOr(Schema.Number),
  knownDuration: Schema.NullOr(Schema.Number),
  storedPosition: Schema.NullOr(Schema.Number),
  toldAt: Schema.NullOr(Schema.DateFromSelf),
  viewings: Schema.NullOr(Schema.Array(Viewing)),
  revision: Schema.NullOr(Schema.Number)
})
const standingColumns = select(StandingRow, "v", {
  ...userStateExpressions,
  itemDuration: "coalesce(v.duration, (select b.pages from book_facts b where b.item_id = v.id))",
  knownDuration: "up.duration",
  storedPosition: "up.position",
  toldAt: "up.told_at",
  viewings: "up.viewings",
  revision: "up.revision"
})

/** Where the caller stands in an item that the caller may see. */
export interface Standing {
  readonly userState: UserState
  /** Seconds, of the item itself. */
  readonly duration: number | null
  readonly progress: Progress | undefined
  /** Of `progress`, which a write is decided on; 0 where nothing is stored. */
  readonly revision: number
}

/** Hidden answers like unknown. */
export const findStanding = Effect.fn("userItems.findStanding")(function* (
  principal: Principal,
  kind: ItemKind,
  id: string
) {
  if (!isUuid(id)) return yield* new NotFound({ what: kind })
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const found = yield* rowOf(StandingRow)(sql`
    select ${standingColumns} from items v ${yield* userStateJoins(principal.accountId)}
    where v.id = ${id} and v.kind = ${sql.literal(`'${kind}'`)} and ${visibility.items("v")}`)
  if (Option.isNone(found)) return yield* new NotFound({ what: kind })
  const { itemDuration, knownDuration, revision, storedPosition, toldAt, viewings, ...own } = found.value
  const { userState } = nestUserState(own)
  const progress =
    own.lastPlayedAt === null || toldAt === null
      ? undefined
      : {
          position: storedPosition,
          duration: knownDuration,
          lastPlayedAt: own.lastPlayedAt,
          toldAt,
          viewings: viewings ?? []
        }
  return { userState, duration: itemDuration, progress, revision: revision ?? 0 } satisfies Standing
})
