import * as SqlClient from "@effect/sql/SqlClient"
import { Conflict, Invalid } from "@media/kernel/Errors"
import { plainText } from "@media/kernel/PlainText"
import { CONFIRM_BEFORE_DISK } from "@media/pg/ConfirmBeforeDisk"
import { rowOf, rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ItemKind } from "../../ItemKind.ts"
import type { BookReport, PlayStart, ProgressReport } from "./contract.ts"
import { userItemDecider, type UserItemCommand } from "./decider.ts"
import { USER_PROGRESS_CHANNEL } from "./live.ts"
import {
  foldForget,
  foldPlay,
  foldReport,
  isBeyondEnd,
  longest,
  type Folded,
  type ProgressUnit
} from "./progress.ts"
import { changedMeanwhile, commandBy } from "../../platform/access/Command.ts"
import { findStanding, type Standing } from "./queries.ts"
import { userItemStream } from "./stream.ts"

/** A command without `accountId` and `itemId`, which `changeUserState` adds. */
export type UserStateChange = UserItemCommand extends infer Command
  ? Command extends UserItemCommand
    ? Omit<Command, "accountId" | "itemId">
    : never
  : never

/** Changes the caller's own state of an item. Does not check that the caller may see the item. */
export const changeUserState = (
  { accountId }: Principal,
  itemId: string,
  requested: UserStateChange,
  batchId?: string
) =>
  commandBy(
    { accountId },
    {
      streamId: userItemStream(accountId, itemId),
      decider: userItemDecider,
      command: { ...requested, accountId, itemId } as UserItemCommand,
      batchId
    }
  )

/** A concurrent report was written after this report read the progress, so this report must be applied again. */
class Overtaken extends Data.TaggedError("Overtaken") {}
/**
 * Maximum number of retries of a write. Whenever several reports are written at once, one of them succeeds, so this is
 * also the maximum number of players that can report the progress of the same item and account at the same time.
 */
const mostRounds = 50

const Written = Schema.Struct({ revision: Schema.Number })

/**
 * If the row of the progress has not changed since it was read, writes the progress in one statement. The statement
 * locks the item's row until the commit. Otherwise, another transaction could delete the item while the progress
 * remains. If the transaction writes nothing else (`isAlone`), the commit does not wait for the disk, because the next
 * report follows within seconds.
 */
const write = (
  { accountId }: Principal,
  itemId: string,
  revision: number,
  { isNews, progress }: Folded,
  { isAlone, versionId }: { readonly isAlone: boolean; readonly versionId: string | null }
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { duration, lastPlayedAt, readingPosition = null, position, toldAt, viewings } = progress
    const written = yield* rowOf(Written)(sql`
      with written as (
        insert into user_progress as p (account_id, item_id, position, duration, last_played_at, told_at, viewings, reading_position, version_id)
        select ${accountId}, v.id, ${position}::float8, ${duration}::float8, ${lastPlayedAt}::timestamptz,
               ${toldAt}::timestamptz, ${JSON.stringify(viewings)}::jsonb,
               ${readingPosition === null ? null : JSON.stringify(readingPosition)}::jsonb, ${versionId}::uuid
        from items v where v.id = ${itemId} for key share
        on conflict (account_id, item_id) do update set position = excluded.position, duration = excluded.duration,
          last_played_at = excluded.last_played_at, told_at = excluded.told_at, viewings = excluded.viewings,
          reading_position = excluded.reading_position, version_id = excluded.version_id, revision = p.revision + 1
        where p.revision = ${revision}
        returning revision
      )
      select revision, case when ${isNews} then pg_notify(${USER_PROGRESS_CHANNEL}, ${`${accountId}:${itemId}`}) end
        ${sql.literal(isAlone ? `, ${CONFIRM_BEFORE_DISK}` : "")}
      from written`)
    if (Option.isNone(written)) return yield* new Overtaken()
  })

/**
 * Reads the caller's progress, calls `decide` with it, and writes the result. Retries if another report was written in
 * between.
 */
const change = <E = never>(
  principal: Principal,
  kind: ItemKind,
  id: string,
  decide: (standing: Standing, at: Date) => Effect.Effect<Folded | undefined, E>,
  requested?: UserStateChange,
  /** The id of the played version, if the video has several versions. Pages resume playback with this version. */
  versionId: string | null = null
) =>
  Effect.gen(function* () {
    const standing = yield* findStanding(principal, kind, id)
    const folded = yield* decide(standing, new Date(yield* Clock.currentTimeMillis))
    const say: UserStateChange | undefined =
      folded?.isFinished === true ? { _tag: "FinishViewing" } : requested
    const written =
      folded === undefined
        ? Effect.void
        : write(principal, id, standing.revision, folded, { isAlone: say === undefined, versionId })
    if (say === undefined) yield* written
    else yield* transaction(Effect.zipRight(written, changeUserState(principal, id, say)))
    return say === undefined && folded === undefined
      ? standing.userState
      : (yield* findStanding(principal, kind, id)).userState
  }).pipe(
    Effect.retry({ times: mostRounds, while: (error) => error instanceof Overtaken }),
    Effect.catchIf(
      (error) => error instanceof Overtaken,
      () => new Conflict({ reason: changedMeanwhile })
    )
  )

/**
 * Records that a player starts or, with `heard`, how much of a track it has played. Returns the user state with the
 * position to start at.
 */
export const play = Effect.fn("userItems.play")(
  (
    principal: Principal,
    kind: ItemKind,
    id: string,
    { heard, restart = false, sessionKey = "" }: PlayStart
  ) =>
    change(principal, kind, id, ({ duration, progress }, at) => {
      if (heard !== undefined && kind !== "track") {
        const message = "Can only be given for tracks."
        return new Invalid({ reason: `heard: ${message}`, fields: [{ path: "heard", message }] })
      }
      return Effect.succeed(foldPlay(progress, { at, duration, heard, restart, sessionKey }))
    })
)

/** Records a player's position, which players report every few seconds. */
export const reportProgress = Effect.fn("userItems.reportProgress")(
  (
    principal: Principal,
    kind: ItemKind,
    id: string,
    report: ProgressReport,
    versionId: string | null = null
  ) =>
    change(
      principal,
      kind,
      id,
      (standing, at) => {
        const { position, restart = false, sequence = null, sessionKey = "" } = report
        const duration = longest(standing.duration, report.duration ?? null)
        if (isBeyondEnd(position, duration)) return beyondEnd(duration, "seconds")
        return Effect.succeed(
          foldReport(standing.progress, { at, duration, position, restart, sequence, sessionKey })
        )
      },
      undefined,
      versionId
    )
)

const wrongPosition = (message: string) =>
  new Invalid({ reason: `position: ${message}`, fields: [{ path: "position", message }] })
const beyondEnd = (duration: number | null, unit: ProgressUnit) =>
  wrongPosition(`Must not be beyond the end, at ${Math.round(duration ?? 0)} ${unit}.`)

/**
 * Records the position of a book reader as a fraction or a page, together with the position in the reader's own format.
 */
export const reportReading = Effect.fn("userItems.reportReading")(
  (principal: Principal, id: string, report: BookReport & { readonly isDevice?: boolean }) =>
    Effect.flatMap(deviceOf(principal, report), (device) =>
      change(principal, "book", id, (standing, at) => {
        const { fraction, locator = null, restart = false, sequence = null, sessionKey = "" } = report
        const length =
          standing.duration ?? longest(report.duration ?? null, standing.progress?.duration ?? null)
        // If the number of pages is unknown, the position is stored as a percentage.
        const unit = standing.isOfPercent || length === null ? "percent" : "pages"
        const duration = unit === "percent" ? 100 : length
        const position =
          report.position ??
          (fraction === undefined
            ? undefined
            : unit === "percent"
              ? 100 * fraction
              : fraction === 0
                ? 0
                : Math.max(1, Math.round(fraction * (duration ?? 0))))
        if (position === undefined) return wrongPosition("Must be given if there is no fraction.")
        if (isBeyondEnd(position, duration)) return beyondEnd(duration, unit)
        const readingPosition = { locator, device }
        return Effect.succeed(
          foldReport(standing.progress, {
            at,
            duration,
            position,
            readingPosition,
            restart,
            sequence,
            sessionKey,
            unit,
            isDevice: report.isDevice ?? false
          })
        )
      })
    )
)

const DeviceRow = Schema.Struct({ name: Schema.NullOr(Schema.String) })

/** Returns the name of the reporting device, or by default the name of the session's device. */
const deviceOf = ({ sessionId }: Principal, { device }: BookReport) =>
  Effect.gen(function* () {
    if (device !== undefined && device.trim() !== "") return plainText(device).trim()
    const sql = yield* SqlClient.SqlClient
    const found = yield* rowOf(DeviceRow)(
      sql`select device_name as name from sessions where id = ${sessionId}`
    )
    return Option.match(found, { onNone: () => null, onSome: ({ name }) => name })
  })

/** Removes the item from "Continue watching". The watched status and the play count are kept. */
export const forgetProgress = Effect.fn("userItems.forgetProgress")(
  (principal: Principal, kind: ItemKind, id: string) => change(principal, kind, id, forgetIfKnown)
)

const Forgotten = Schema.Struct({ item_id: Schema.String })

/**
 * Removes many items from "Continue watching" and notifies open pages. Does not check that the caller may see the
 * items. Returns the ids of the items that were in progress.
 */
export const forgetProgressOfMany = Effect.fn("userItems.forgetProgressOfMany")(function* (
  { accountId }: Principal,
  itemIds: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const now = new Date(yield* Clock.currentTimeMillis)
  const rows = yield* rowsOf(Forgotten)(sql`
    with forgotten as (
      update user_progress set position = null, told_at = ${now}, revision = revision + 1
      where account_id = ${accountId} and item_id = any(${itemIds as Array<string>}::uuid[]) and position is not null
      returning item_id
    )
    select item_id, pg_notify(${USER_PROGRESS_CHANNEL}, ${`${accountId}:`} || item_id) from forgotten`)
  return rows.map(({ item_id }) => item_id)
})

/** Marks an item as watched or unwatched. In both cases, the next playback starts at the beginning. */
export const setWatched = Effect.fn("userItems.setWatched")(
  (principal: Principal, kind: ItemKind, id: string, isWatched: boolean) =>
    change(principal, kind, id, forgetIfKnown, { _tag: "SetWatched", isWatched })
)

const forgetIfKnown = ({ progress }: Standing, at: Date) =>
  Effect.succeed(progress === undefined ? undefined : foldForget(progress, at))
