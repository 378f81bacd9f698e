import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/**
 * The rate limit: on average 200 requests per minute, in bursts of up to 40. Even a minute that starts with a burst
 * does not exceed the 240 requests that stash-boxes allow.
 */
export const PER_MINUTE = 200
export const BURST = 40

const Wait = Schema.Struct({ millis: Schema.Number })
const gap = 60 / PER_MINUTE

/**
 * Reserves one request and waits until it may be sent. All servers and workers share the same rate limit for a
 * stash-box.
 */
export const sharedAllowance = (endpointId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const row = yield* rowOf(Wait)(sql`
      update stashbox_endpoints set empty_at =
        greatest(empty_at, clock_timestamp() - make_interval(secs => ${BURST * gap})) + make_interval(secs => ${gap})
      where id = ${endpointId}
      returning extract(epoch from empty_at - clock_timestamp())::float8 * 1000 as millis`)
    const millis = Option.match(row, { onNone: () => 0, onSome: (wait) => wait.millis })
    if (millis > 0) yield* Effect.sleep(millis)
  })
