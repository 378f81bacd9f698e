import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { uuidv7 } from "@media/kernel/Ids"
import { networkKey } from "@media/kernel/NetworkKey"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SignInEvent } from "./events.ts"
import type { DeviceLabel } from "./sessions.ts"

/**
 * Maximum number of failures per hour that become events, because a flood from many addresses must not fill the
 * permanent event log. Every failure is also written to the log of the server.
 */
const failuresPerHour = 60

const note = (event: SignInEvent, actor: string | null) =>
  Effect.flatMap(EventStore, (store) =>
    store.append([{ streamId: uuidv7(), expectedVersion: 0, events: [event] }], {
      ...(actor === null ? {} : { actor }),
      cause: "web"
    })
  )

const Failure = Schema.Struct({
  accountId: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String),
  isFresh: Schema.Boolean
})

/**
 * Records a failed sign-in as an event. Records only one event per address and account in five minutes, because several
 * wrong passwords in a row are a single incident.
 */
export const noteFailure = Effect.fn("accounts.noteFailure")(function* (
  accountId: string | null,
  ipAddress: string
) {
  yield* Effect.logInfo("a sign-in failed", { ip: ipAddress, accountId })
  const sql = yield* SqlClient.SqlClient
  const recent = yield* rowsOf(Failure)(sql`
    select data->>'accountId' as "accountId", meta->>'address' as address,
           at > now() - interval '5 minutes' as "isFresh"
    from (
      select data, meta, at from events
      where type = 'sign-in.failed.v1' and type not like 'jobs.%' and not meta ? 'follows'
      order by position desc limit ${failuresPerHour}
    ) newest
    where at > now() - interval '1 hour'`)
  const isKnown = recent.some(
    (one) =>
      one.isFresh && one.accountId === accountId && networkKey(one.address ?? "") === networkKey(ipAddress)
  )
  if (isKnown || recent.length >= failuresPerHour) return
  const isLast = recent.length === failuresPerHour - 1
  yield* note({ _tag: "sign-in.failed.v1", accountId, isLast }, null)
})

const Known = Schema.Struct({ n: Schema.Number })

/** Records a sign-in, but at most one per device and minute, because some scripts sign in for every request. */
export const noteSignIn = Effect.fn("accounts.noteSignIn")(function* (
  accountId: string,
  device: DeviceLabel,
  ipAddress: string
) {
  const sql = yield* SqlClient.SqlClient
  const { client = null, deviceName = null } = device
  const known = yield* rowsOf(Known)(sql`
    select 1 as n from (
      select data, meta, at from events
      where coalesce(meta->>'actor', '') = ${accountId} and type = 'sign-in.succeeded.v1'
        and type not like 'jobs.%' and not meta ? 'follows'
      order by position desc limit 10
    ) newest
    where at > now() - interval '1 minute' and meta->>'address' is not distinct from ${ipAddress}::text
      and data->>'client' is not distinct from ${client}::text
      and data->>'deviceName' is not distinct from ${deviceName}::text
    limit 1`)
  if (known.length > 0) return
  yield* note({ _tag: "sign-in.succeeded.v1", accountId, client, deviceName }, accountId)
})

/** Records that the caller has ended `count` sessions, and by which action. */
export const noteEnd = (
  { accountId }: Principal,
  how: "signed-out" | "device-removed" | "other-devices-removed",
  count = 1
) => (count === 0 ? Effect.void : note({ _tag: "sign-in.ended.v1", accountId, how, count }, accountId))

export const notePasswordChange = (accountId: string) =>
  note({ _tag: "sign-in.password-changed.v1", accountId }, accountId)
