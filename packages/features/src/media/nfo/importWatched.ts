import * as SqlClient from "@effect/sql/SqlClient"
import { inBatches } from "@media/event-store/EventStore"
import type { partsDone } from "@media/jobs/GroupProgress"
import type { NfoFields } from "@media/nfo/NfoFields"
import { rowsOf } from "@media/pg/Rows"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { importPlayback, type Playback } from "../../catalog/user-items/importPlayback.ts"
import { accountPrincipals } from "../../identity/accounts/accountPrincipals.ts"
import type { Description } from "./targets.ts"

/**
 * Returns the watched status, position and last playback time in an NFO file, or undefined if the file contains neither
 * a watched status nor a position. A last playback time in the future is ignored.
 */
export const playbackIn = (id: string, fields: NfoFields, now: number): Playback | undefined => {
  const { lastPlayed, playCount = 0, positionSeconds = 0, watched = playCount > 0 } = fields
  const lastPlayedAt = lastPlayed === undefined ? undefined : new Date(lastPlayed)
  const isKnown = lastPlayedAt !== undefined && lastPlayedAt.getTime() <= now
  const position = positionSeconds > 0 && positionSeconds < 1e9 ? positionSeconds : undefined
  if (!watched && position === undefined) return undefined
  return {
    id,
    playCount: watched ? Math.max(1, Math.min(playCount, 1_000_000)) : 0,
    position,
    lastPlayedAt: isKnown ? lastPlayedAt : undefined
  }
}

const Importing = Schema.Struct({ accountId: Schema.NullOr(Schema.String) })

/** Number of items that one transaction reads and changes. */
const atOnce = 200

/**
 * Imports watched status and positions from NFO files for one account, which the library's settings specify. Imports
 * nothing if no account is set. Returns the number of imported items.
 */
export const importWatched = Effect.fn("nfo.importWatched")(function* (
  libraryId: string,
  descriptions: ReadonlyArray<Description>,
  report: ReturnType<typeof partsDone>
) {
  const sql = yield* SqlClient.SqlClient
  const [library] = yield* rowsOf(Importing)(sql`
    select nfo_watched_account_id as "accountId" from libraries where id = ${libraryId}`)
  const accountId = library?.accountId ?? null
  if (accountId === null) return 0
  const account = (yield* accountPrincipals([accountId])).get(accountId)
  if (account === undefined) return 0
  const now = yield* Clock.currentTimeMillis
  const played = descriptions.flatMap(({ id, nfo }) =>
    nfo === undefined || nfo.kind === "tvshow" || nfo.kind === "season"
      ? []
      : (playbackIn(id, nfo.fields, now) ?? [])
  )
  let [done, imported] = [0, 0]
  for (const batch of inBatches(played, atOnce)) {
    imported += yield* importPlayback(account.principal, batch)
    done += batch.length
    yield* report(done, played.length)
  }
  return imported
})
