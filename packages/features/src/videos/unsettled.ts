import * as SqlClient from "@effect/sql/SqlClient"
import { enqueue } from "@media/jobs/Enqueue"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { lookOf } from "./policy.ts"

/** A file that was modified less than this ago may still be written. Download clients write every second or two. */
export const settledAfterMillis = 10_000
/** The wait doubles with each look that found the file changed, up to this: a download may take a day. */
const longestWaitSeconds = 300
/** A job that was lost on the way (cancelled, its run deleted) must not end the looks. */
const lostAfter = "10 minutes"

/** The file may change yet: it is looked at again. `isChanged`: since the last look. */
export const lookAgain = Effect.fn("videos.lookAgain")(function* (videoId: string, isChanged: boolean) {
  const sql = yield* SqlClient.SqlClient
  const seconds = settledAfterMillis / 1_000
  yield* sql`
    insert into unsettled_files as u (item_id, look_at, looks)
    values (${videoId}, now() + make_interval(secs => ${seconds}), 0)
    on conflict (item_id) do update set
      looks = case when ${isChanged} then u.looks + 1 else 0 end,
      look_at = now() + make_interval(secs => case when ${isChanged}
        then least(${longestWaitSeconds}, ${seconds} * 2 ^ least(u.looks + 1, 10)) else ${seconds} end)`
})

/** It has come to rest. */
export const settled = Effect.fn("videos.settled")(function* (videoId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from unsettled_files where item_id = ${videoId}`
})

const Due = Schema.Struct({ id: Schema.String, path: Schema.String })

/** Queues the looks that are due; how many. */
export const queueDueLooks = transaction(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const due = yield* rowsOf(Due)(sql`
      with due as (
        select item_id from unsettled_files where look_at <= now()
        order by look_at limit 500 for update skip locked
      ), later as (
        update unsettled_files u set look_at = now() + ${lostAfter}::interval from due where u.item_id = due.item_id
      )
      select due.item_id as id, coalesce(f.path, 'Removed video') as path
      from due left join item_files f on f.item_id = due.item_id`)
    yield* enqueue(due.map(({ id, path }) => lookOf(id, path)))
    return due.length
  })
)
