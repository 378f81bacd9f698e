import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import type { EventMeta } from "@media/event-store/Event"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { itemDecider, type ItemChanges, type ItemCommand } from "../../catalog/items/decider.ts"
import { adoptProgress } from "../../catalog/user-items/adopt.ts"
import { userItemDecider, type UserItemCommand } from "../../catalog/user-items/decider.ts"
import { userItemStream } from "../../catalog/user-items/stream.ts"
import type { Taken } from "./events.ts"
import { giveMarkers, titlesOf } from "./given.ts"

const Fields = Schema.Struct({
  id: Schema.String,
  isOrganized: Schema.Boolean,
  details: Schema.NullOr(Schema.String),
  date: Schema.NullOr(Schema.String),
  isNsfw: Schema.Boolean
})
const UserState = Schema.Struct({
  accountId: Schema.String,
  itemId: Schema.String,
  rating: Schema.NullOr(Schema.Number),
  isFavorite: Schema.Boolean,
  isWatched: Schema.Boolean
})

const fieldsOf = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Fields)(sql`
      select v.id, v.is_organized as "isOrganized", t.details, v.date, v.is_nsfw_own as "isNsfw"
      from items v left join item_texts t on t.item_id = v.id where v.id = any(${ids as Array<string>}::uuid[])`)
  )
const userStatesOf = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(UserState)(sql`
      select account_id as "accountId", item_id as "itemId", rating, is_favorite as "isFavorite",
             is_watched as "isWatched"
      from user_items where item_id = any(${ids as Array<string>}::uuid[]) order by account_id, item_id`)
  )

/** Returns the details of the other items that the kept item lacks. */
const lacking = (keepId: string, fromIds: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const fields = yield* fieldsOf([keepId, ...fromIds])
    const kept = fields.find(({ id }) => id === keepId)
    const others = fields.filter(({ id }) => id !== keepId)
    const details = kept?.details == null ? others.find((one) => one.details !== null)?.details : null
    const date = kept?.date == null ? others.find((one) => one.date !== null)?.date : null
    const isOrganized = kept?.isOrganized === false && others.some((one) => one.isOrganized)
    const isNsfw = kept?.isNsfw === false && others.some((one) => one.isNsfw)
    const titles = yield* titlesOf([keepId, ...fromIds])
    const own = titles.find(({ id }) => id === keepId)
    const better =
      own?.isEdited === false ? titles.find(({ id, isEdited }) => isEdited && id !== keepId) : undefined
    const userStates = yield* userStatesOf([keepId, ...fromIds])
    const accounts = [...new Set(userStates.map(({ accountId }) => accountId))].map((accountId) => {
      const rows = userStates.filter((one) => one.accountId === accountId)
      const own = rows.find(({ itemId }) => itemId === keepId)
      const rating = rows.reduce((best, one) => Math.max(best, one.rating ?? -1), -1)
      return {
        accountId,
        ...(own?.rating == null && rating >= 0 ? { rating } : {}),
        ...(own?.isFavorite !== true && rows.some((one) => one.isFavorite)
          ? { isFavorite: true as const }
          : {}),
        ...(own?.isWatched !== true && rows.some((one) => one.isWatched) ? { isWatched: true as const } : {})
      }
    })
    return {
      edits: {
        ...(isOrganized ? { isOrganized } : {}),
        ...(isNsfw ? { isNsfw } : {}),
        ...(own === undefined || better === undefined
          ? {}
          : { title: { from: own.title, to: better.title } }),
        ...(details == null ? {} : { details }),
        ...(date == null ? {} : { date })
      },
      userStates: accounts.filter((account) => Object.keys(account).length > 1)
    }
  })

const execute = (id: string, command: ItemCommand, meta: EventMeta) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: id, decider: itemDecider, command, meta })
  ).pipe(
    // `ProbeOutdated` cannot occur, because edits do not compare files.
    Effect.catchTag("ProbeOutdated", Effect.die)
  )
const edit = (id: string, changes: ItemChanges, meta: EventMeta) =>
  execute(id, { _tag: "Edit", changes }, meta)
const say = (command: UserItemCommand, meta: EventMeta) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({
      streamId: userItemStream(command.accountId, command.itemId),
      decider: userItemDecider,
      command,
      meta
    })
  )

/** Merges missing details of the other items into the kept item, for every account. Returns the merged details. */
export const takeOver = (keepId: string, fromIds: ReadonlyArray<string>, meta: EventMeta) =>
  Effect.gen(function* () {
    const { edits, userStates } = yield* lacking(keepId, fromIds)
    const { title, ...fields } = edits
    if (Object.keys(edits).length > 0)
      yield* edit(keepId, title === undefined ? fields : { ...fields, title: title.to }, meta)
    const markers = yield* giveMarkers(keepId, fromIds, meta)
    for (const { accountId, isFavorite, isWatched, rating } of userStates) {
      const whose = { accountId, itemId: keepId }
      if (rating !== undefined) yield* say({ _tag: "Rate", ...whose, rating }, meta)
      if (isFavorite) yield* say({ _tag: "SetFavorite", ...whose, isFavorite }, meta)
      if (isWatched) yield* say({ _tag: "SetWatched", ...whose, isWatched }, meta)
    }
    const started = yield* adoptProgress(keepId, fromIds)
    const progress = started.map((accountId) => ({ accountId, hasProgress: true as const }))
    return { edits, markers, userStates: [...userStates, ...progress] } satisfies Taken
  }).pipe(Effect.withSpan("duplicates.takeOver"))
