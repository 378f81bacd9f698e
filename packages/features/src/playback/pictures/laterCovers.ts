import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { pictureOf } from "./queue.ts"
import { pathHash } from "../../catalog/files/PathHashes.ts"
import { coverFolders, coverPattern, NO_COVER } from "../../media/audio/cover.ts"

const Folder = Schema.Struct({ hash: Schema.Any, path_bytes: Schema.Any })
const Hash = Schema.Struct({ hash: Schema.Any })
const Track = Schema.Struct({ id: Schema.String, path: Schema.String })

const hex = (hash: unknown): string => (hash as Buffer).toString("hex")

/** Returns the hashes of the folders, relative to the root, that may contain the cover of a track. */
const coverPathsOf = (track: Buffer): ReadonlyArray<string> =>
  coverFolders("", Buffer.concat([Buffer.from("/"), track])).map((folder) =>
    hex(pathHash(folder.subarray(1)))
  )

/**
 * SQL conditions that select tracks and cover files of one root. `tracks` may refer to `s`, the scan record of a track,
 * and to `p`, the picture of a track. `covers` may refer to `s`, the scan record of a file.
 */
interface Adjacent {
  readonly rootId: string
  readonly tracks: Fragment
  readonly covers: Fragment
}

/** Returns a job for each selected track with a selected cover in its folder or in the folder of its album. */
const adjacentTracks = ({ covers, rootId, tracks }: Adjacent) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wantedTracks = sql`
      scanned_files s join items v on v.id = s.entity_id and v.kind = 'track' and v.status = 'ready'
        join item_pictures p on p.item_id = v.id left join audio_facts a on a.item_id = v.id
      where s.root_id = ${rootId} and ${tracks}`
    const folders = yield* rowsOf(Folder)(sql`
      select distinct on (s.folder_hash) s.folder_hash as hash, s.path_bytes from ${wantedTracks}`)
    if (folders.length === 0) return []
    const paths = new Map(
      folders.map(({ hash, path_bytes }) => [hex(hash), coverPathsOf(path_bytes as Buffer)])
    )
    const asked = [...new Set([...paths.values()].flat())]
    const found = yield* rowsOf(Hash)(sql`
      select distinct s.folder_hash as hash from unnest(${asked}::text[]) as x(hash)
        join scanned_files s on s.root_id = ${rootId} and s.folder_hash = decode(x.hash, 'hex')
      where s.kind = 'file' and s.path ~* ${coverPattern} and ${covers}`)
    const pictured = new Set(found.map(({ hash }) => hex(hash)))
    const wanted = [...paths].flatMap(([hash, all]) => (all.some((each) => pictured.has(each)) ? [hash] : []))
    if (wanted.length === 0) return []
    const rows = yield* rowsOf(Track)(sql`
      select v.id, s.path from ${wantedTracks} and encode(s.folder_hash, 'hex') = any(${wanted}::text[])`)
    return rows.map(({ id, path }) =>
      pictureOf({ id, kind: "track", label: path, triggeredBy: "library-scan" })
    )
  })

/**
 * Returns a job for each track of a root that has no picture, but now has a cover in its folder. Reads all records of
 * the scan, not only changes, so that no track is missed after an interrupted scan.
 */
export const tracksWithLaterCover = Effect.fn("audio.tracksWithLaterCover")(function* (rootId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* adjacentTracks({
    rootId,
    tracks: sql`p.failure = ${NO_COVER}`,
    covers: sql`s.scan_result <> 'missing'`
  })
})

/**
 * Returns jobs for tracks of a root that show a cover from their folder. A track gets a job if this scan found that the
 * cover is new, changed or missing. Tracks that this scan itself found are skipped, because their own jobs read the
 * current cover.
 */
export const tracksWithReplacedCover = Effect.fn("audio.tracksWithReplacedCover")(function* (
  rootId: string,
  jobRunId: string
) {
  const sql = yield* SqlClient.SqlClient
  // The time at which the run was first queued. It does not change when an interrupted run is resumed.
  const queued = sql`(select j.queued_at from job_runs j where j.id = ${jobRunId}::uuid)`
  return yield* adjacentTracks({
    rootId,
    tracks: sql`p.version is not null and p.chosen is distinct from 'upload' and a.cover_stream is null
      and s.checked_at < ${queued}`,
    covers: sql`s.checked_at >= ${queued}`
  })
})
