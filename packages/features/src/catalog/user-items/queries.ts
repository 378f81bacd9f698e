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
import type { ItemKind } from "../../ItemKind.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { BookLocator, type BookProgress, type UserState } from "./contract.ts"
import type { Progress } from "./progress.ts"

/** The columns of the caller's own state, for queries with `userStateJoins`. */
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

/** Joins the account's own rows (`u`, `up`) to the rows of `items` with this alias. */
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

/** Moves the columns of `userStateRow` into the field `userState`, in the format of the API. */
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

/**
 * SQL for the total duration in seconds of the item `v` and all of its parts. The progress of an item covers all parts.
 */
export const wholeDuration = `v.duration + coalesce((select sum(p.duration) from item_attachments a
  join items p on p.id = a.item_id where a.to_id = v.id and a.attached_as = 'part'), 0)`

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
  readingPosition: Schema.NullOr(
    Schema.Struct({ locator: Schema.NullOr(BookLocator), device: Schema.NullOr(Schema.String) })
  ),
  /** True for an EPUB, whose pages depend on the screen size. Its position is a percentage. */
  isOfPercent: Schema.Boolean,
  revision: Schema.NullOr(Schema.Number)
})
const standingColumns = select(StandingRow, "v", {
  ...userStateExpressions,
  itemDuration: `coalesce(${wholeDuration},
    (select case b.format when 'epub' then 100 else b.pages end from book_facts b where b.item_id = v.id))`,
  knownDuration: "up.duration",
  storedPosition: "up.position",
  toldAt: "up.told_at",
  viewings: "up.viewings",
  readingPosition: "up.reading_position",
  isOfPercent: `v.kind = 'book' and exists (select from book_facts b where b.item_id = v.id and b.format = 'epub')`,
  revision: "up.revision"
})

/** The caller's progress in a visible item. */
export interface Standing {
  readonly userState: UserState
  /**
   * The duration of the item including its parts, in seconds. For a book, the number of pages, or 100 for an EPUB. Null
   * if unknown.
   */
  readonly duration: number | null
  readonly progress: Progress | undefined
  readonly isOfPercent: boolean
  /** The revision of the stored progress that a write is based on, or 0 if no progress is stored. */
  readonly revision: number
}

/** Reads the caller's progress in an item. Fails with `NotFound` if the caller may not see the item. */
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
  const {
    isOfPercent,
    itemDuration,
    knownDuration,
    readingPosition,
    revision,
    storedPosition,
    toldAt,
    viewings,
    ...own
  } = found.value
  const { userState } = nestUserState(own)
  const progress =
    own.lastPlayedAt === null || toldAt === null
      ? undefined
      : {
          position: storedPosition,
          readingPosition,
          duration: knownDuration,
          lastPlayedAt: own.lastPlayedAt,
          toldAt,
          viewings: viewings ?? []
        }
  return {
    userState,
    duration: itemDuration,
    isOfPercent,
    progress,
    revision: revision ?? 0
  } satisfies Standing
})

/**
 * Returns the caller's position in a visible book. For a finished book, the position is its end until the caller starts
 * to read it again.
 */
export const getBookProgress = (principal: Principal, id: string) =>
  Effect.map(findStanding(principal, "book", id), ({ duration, isOfPercent, progress }): BookProgress => {
    const length = duration ?? progress?.duration ?? null
    const isAtEnd = progress?.position === null && progress.viewings[0]?.isFinished === true
    const position = isAtEnd ? length : (progress?.position ?? null)
    const readingPosition =
      progress?.position === null && !isAtEnd ? null : (progress?.readingPosition ?? null)
    return {
      fraction: isAtEnd ? 1 : length === null || position === null ? 0 : Math.min(1, position / length),
      page: isOfPercent || length === null || position === null ? null : Math.round(position),
      locator: readingPosition?.locator ?? null,
      device: readingPosition?.device ?? null,
      updatedAt: progress === undefined ? null : toTimestamp(progress.lastPlayedAt)
    }
  })
