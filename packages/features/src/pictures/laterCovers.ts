import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { pictureOf } from "./queue.ts"
import { pathHash } from "../files/PathHashes.ts"
import { coverFolders, coverPattern, NO_COVER } from "../audio/cover.ts"

const Folder = Schema.Struct({ hash: Schema.Any, path_bytes: Schema.Any })
const Hash = Schema.Struct({ hash: Schema.Any })
const Track = Schema.Struct({ id: Schema.String, path: Schema.String })

const hex = (hash: unknown): string => (hash as Buffer).toString("hex")

/** Hashes of the folders, relative to the root, where the picture of such a track may lie. */
const placesOf = (track: Buffer): ReadonlyArray<string> =>
  coverFolders("", Buffer.concat([Buffer.from("/"), track])).map((folder) =>
    hex(pathHash(folder.subarray(1)))
  )

/**
 * Jobs for the tracks of a root that have no picture and lie where there is one by now. One look at the records of the scan,
 * whatever it changed: nothing is missed when a scan was broken off.
 */
export const tracksWithLaterCover = Effect.fn("audio.tracksWithLaterCover")(function* (rootId: string) {
  const sql = yield* SqlClient.SqlClient
  const bare = sql.literal(
    `scanned_files s join items v on v.id = s.entity_id and v.kind = 'track' and v.status = 'ready'
      join item_pictures p on p.item_id = v.id and p.failure = '${NO_COVER}'`
  )
  const folders = yield* rowsOf(Folder)(sql`
    select distinct on (s.folder_hash) s.folder_hash as hash, s.path_bytes from ${bare} where s.root_id = ${rootId}`)
  if (folders.length === 0) return []
  const places = new Map(folders.map(({ hash, path_bytes }) => [hex(hash), placesOf(path_bytes as Buffer)]))
  const asked = [...new Set([...places.values()].flat())]
  const found = yield* rowsOf(Hash)(sql`
    select distinct s.folder_hash as hash from unnest(${asked}::text[]) as x(hash)
      join scanned_files s on s.root_id = ${rootId} and s.folder_hash = decode(x.hash, 'hex')
    where s.kind = 'file' and s.verdict <> 'missing' and s.path ~* ${coverPattern}`)
  const pictured = new Set(found.map(({ hash }) => hex(hash)))
  const wanted = [...places].flatMap(([hash, all]) => (all.some((each) => pictured.has(each)) ? [hash] : []))
  const tracks = yield* rowsOf(Track)(sql`
    select v.id, s.path from unnest(${wanted}::text[]) as x(hash)
      join ${bare} on s.root_id = ${rootId} and s.folder_hash = decode(x.hash, 'hex')`)
  return tracks.map(({ id, path }) =>
    pictureOf({ id, kind: "track", label: path, triggeredBy: "library-scan" })
  )
})
