import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { Conflict } from "@media/kernel/Errors"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import { versionsOf } from "@media/event-store/StreamVersions"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { forgetProgressOfMany, setWatched } from "../../catalog/user-items/commands.ts"
import { userItemDecider } from "../../catalog/user-items/decider.ts"
import { userItemStream } from "../../catalog/user-items/stream.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { seasonReads, seriesReads } from "./queries.ts"
import { nextUpStream } from "./ids.ts"

const Id = Schema.Struct({ id: Schema.String })

/**
 * Returns the ids of the present episodes of a series or season that the caller may see. The specials of a series are
 * not included.
 */
const episodesBelow = (principal: Principal, kind: "series" | "season", id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const isBelow = kind === "season" ? sql`s.id = ${id}` : sql`s.parent_id = ${id} and e.season <> 0`
    return yield* rowsOf(Id)(sql`
      select v.id from items s join items v on v.parent_id = s.id and v.kind = 'video'
        join video_episodes e on e.item_id = v.id
      where ${isBelow} and s.kind = 'season' and v.status <> 'missing' and ${visibility.items("v")} order by v.id`)
  })

/** Marks all episodes of a series or season as watched or unwatched, in one batch. */
export const setGroupWatched = Effect.fn("series.setWatched")(function* (
  principal: Principal,
  kind: "series" | "season",
  id: string,
  isWatched: boolean
) {
  const reads = kind === "series" ? seriesReads : seasonReads
  yield* reads.get(principal, id)
  const ids = (yield* episodesBelow(principal, kind, id)).map((row) => row.id)
  if (ids.length === 0) return yield* setWatched(principal, kind, id, isWatched)
  const { accountId } = principal
  yield* transaction(
    Effect.gen(function* () {
      const store = yield* EventStore
      yield* store.executeMany({
        decider: userItemDecider,
        commands: ids.map((itemId) => ({
          streamId: userItemStream(accountId, itemId),
          command: { _tag: "SetWatched" as const, accountId, itemId, isWatched }
        })),
        meta: { actor: accountId, cause: "web" }
      })
      yield* forgetProgressOfMany(principal, ids)
    })
  )
  return (yield* reads.get(principal, id)).userState
})

/**
 * Removes a series from the caller's "Next up" list until the caller plays another episode of it. If `dismissed` is
 * false, restores the series.
 */
export const dismissNextUp = Effect.fn("series.dismissNextUp")(function* (
  principal: Principal,
  seriesId: string,
  dismissed: boolean
) {
  yield* seriesReads.get(principal, seriesId)
  const { accountId } = principal
  const store = yield* EventStore
  const streamId = nextUpStream(accountId, seriesId)
  const version = (yield* versionsOf([streamId])).get(streamId) ?? 0
  const event = {
    _tag: dismissed ? ("next-up.dismissed.v1" as const) : ("next-up.restored.v1" as const),
    accountId,
    seriesId
  }
  yield* store
    .append([{ streamId, expectedVersion: version, events: [event] }], { actor: accountId, cause: "web" })
    .pipe(
      Effect.catchTag("VersionConflict", () =>
        Effect.fail(new Conflict({ reason: "Someone else changed this item at the same time. Try again." }))
      )
    )
})
