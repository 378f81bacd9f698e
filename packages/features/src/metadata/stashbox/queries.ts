import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowOf, rowsOf, select } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { BURST, PER_MINUTE } from "./allowance.ts"
import { readKey } from "./keys.ts"
import { type StashboxEndpoint, StashboxSubmission, type SubmissionStatus } from "./shapes.ts"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  url: Schema.String,
  idName: Schema.String,
  apiKeyHint: Schema.String,
  createdAt: Schema.DateFromSelf,
  updatedAt: Schema.DateFromSelf,
  requestsLeft: Schema.Number,
  waiting: Schema.Number,
  sent: Schema.Number,
  failed: Schema.Number
})
export type EndpointRow = typeof Row.Type

const counted = (statuses: string) =>
  `(select count(*)::int from stashbox_submissions s where s.endpoint_id = e.id and s.status in (${statuses}))`
const columns = select(Row, "e", {
  requestsLeft: `greatest(0, least(${BURST}, floor(extract(epoch from now() - greatest(e.empty_at, now() - interval '1 hour')) * ${PER_MINUTE} / 60)))::int`,
  waiting: counted("'queued', 'sending'"),
  sent: counted("'sent'"),
  failed: counted("'refused', 'uncertain'")
})

const toEndpoint = ({ createdAt, failed, sent, updatedAt, waiting, ...row }: EndpointRow) =>
  Effect.map(Effect.either(readKey(row.id)), (key): StashboxEndpoint => ({
    ...row,
    needsKey: Either.isLeft(key),
    requestsPerMinute: PER_MINUTE,
    submissions: { waiting, sent, failed },
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt)
  }))

export const listEndpoints = Effect.fn("stashbox.list")(function* (_principal: Principal) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(
    sql`select ${columns} from stashbox_endpoints e order by lower(e.name), e.id`
  )
  return yield* Effect.forEach(rows, toEndpoint)
})

export const findEndpointRow = Effect.fn("stashbox.findRow")(function* (id: string) {
  if (!isUuid(id)) return yield* new NotFound({ what: "stash-box" })
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(Row)(sql`select ${columns} from stashbox_endpoints e where e.id = ${id}`)
  return Option.isNone(row) ? yield* new NotFound({ what: "stash-box" }) : row.value
})

export const findEndpoint = (_principal: Principal, id: string) =>
  Effect.flatMap(findEndpointRow(id), toEndpoint)

const SubmissionRow = Schema.Struct({
  ...StashboxSubmission.omit("requestedAt", "sentAt").fields,
  requestedAt: Schema.DateFromSelf,
  sentAt: Schema.NullOr(Schema.DateFromSelf)
})
const Count = Schema.Struct({ n: Schema.Number })

/** Returns submissions, newest first. Submissions for items that the caller may not see are skipped. */
export const listSubmissions = Effect.fn("stashbox.submissions")(function* (
  principal: Principal,
  id: string,
  {
    page,
    perPage,
    status
  }: {
    readonly page: number
    readonly perPage: number
    readonly status?: typeof SubmissionStatus.Type | undefined
  }
) {
  yield* findEndpointRow(id)
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const where = sql.and([
    sql`s.endpoint_id = ${id}`,
    sql`(v.id is null or ${visibility.items("v")})`,
    ...(status === undefined ? [] : [sql`s.status = ${status}`])
  ])
  const from = sql`from stashbox_submissions s left join items v on v.id = s.item_id where ${where}`
  const total = Option.getOrThrow(yield* rowOf(Count)(sql`select count(*)::int as n ${from}`)).n
  const rows = yield* rowsOf(SubmissionRow)(sql`
    select ${select(SubmissionRow, "s", { id: "s.id::int", title: "v.title" })} ${from}
    order by s.id desc limit ${perPage} offset ${(page - 1) * perPage}`)
  const items = rows.map(({ requestedAt, sentAt, ...row }): StashboxSubmission => ({
    ...row,
    requestedAt: toTimestamp(requestedAt),
    sentAt: sentAt === null ? null : toTimestamp(sentAt)
  }))
  return { items, total, page, perPage }
})
