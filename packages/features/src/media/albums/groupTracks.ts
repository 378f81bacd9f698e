import * as SqlClient from "@effect/sql/SqlClient"
import { VersionConflict } from "@media/event-store/errors"
import type { partsDone } from "@media/jobs/GroupProgress"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { albumBy } from "../audio/artists.ts"
import { type FoundGroup, groupChanges, matchGroups } from "../../catalog/groups/reconcile.ts"
import { writeChanges } from "../../catalog/groups/write.ts"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { TRASH_LIBRARY } from "../../catalog/items/ids.ts"
import type { AlbumEvent } from "./events.ts"
import { albumsOf, type FoundAlbum } from "./grouping.ts"

const Track = Schema.Struct({
  id: Schema.String,
  rootId: Schema.String,
  rootPath: Schema.String,
  path: Schema.String,
  artist: Schema.NullOr(Schema.String),
  albumArtist: Schema.NullOr(Schema.String),
  album: Schema.NullOr(Schema.String),
  disc: Schema.NullOr(Schema.Number),
  track: Schema.NullOr(Schema.Number),
  year: Schema.NullOr(Schema.Number),
  isCompilation: Schema.Boolean,
  parentId: Schema.NullOr(Schema.String),
  ordinal: Schema.NullOr(Schema.Number)
})

const Known = Schema.Struct({
  id: Schema.String,
  key: Schema.String,
  artist: Schema.NullOr(Schema.String),
  year: Schema.NullOr(Schema.Number),
  isVarious: Schema.Boolean,
  /** True if the album artists are already stored in `album_artists`. */
  isNamed: Schema.Boolean,
  /** The title in the tags of the tracks. */
  title: Schema.String,
  /** True if the album also contains tracks of another library. */
  isShared: Schema.Boolean,
  isRemoved: Schema.Boolean,
  parentId: Schema.NullOr(Schema.String),
  ordinal: Schema.NullOr(Schema.Number)
})
type Known = typeof Known.Type

/** Returns all examined tracks of a library. Missing tracks are included, so that they keep their positions. */
const tracksOf = (libraryId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Track)(sql`
      select v.id, f.root_id as "rootId", r.path as "rootPath", f.path, k.artist, k.album_artist as "albumArtist", k.album,
             k.disc_number as disc, k.track_number as track, k.year, k.is_compilation as "isCompilation",
             v.parent_id as "parentId", v.ordinal
      from items v join item_files f on f.item_id = v.id join library_roots r on r.id = f.root_id
        join audio_facts k on k.item_id = v.id
      where v.library_id = ${libraryId} and v.kind = 'track'`)
  )

/** Returns the albums with these keys, and the albums that contain the tracks with these ids. */
const albumsKnown = (libraryId: string, keys: ReadonlyArray<string>, ids: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Known)(sql`
      select a.item_id as id, a.key, a.artist, a.year, a.is_various as "isVarious",
        coalesce(o.stated -> 'title' -> 'tags' ->> 'value', o.stated -> 'title' -> 'name' ->> 'value', v.title) as title, g.is_removed as "isRemoved",
        v.parent_id as "parentId", v.ordinal,
        exists (select from items c where c.parent_id = a.item_id
          and c.library_id not in (${libraryId}::uuid, ${TRASH_LIBRARY}::uuid)) as "isShared",
        exists (select from album_artists n where n.item_id = a.item_id) as "isNamed"
      from album_facts a join items v on v.id = a.item_id join item_groups g on g.item_id = a.item_id
        left join item_sources o on o.item_id = a.item_id
      where a.key = any(${keys as Array<string>}) or a.item_id = any(${ids as Array<string>}::uuid[])`)
  )

type Event = ItemEvent | AlbumEvent
type Report = ReturnType<typeof partsDone>

/** Returns the events that create an album or change its facts. */
const describing = ({ facts }: FoundGroup<FoundAlbum>, album: Known | undefined): ReadonlyArray<Event> => {
  const { artist, isVarious, key, year } = facts
  const isSame =
    album?.key === key &&
    album.artist === artist &&
    album.year === year &&
    album.isVarious === isVarious &&
    album.isNamed === albumBy(facts).length > 0
  const title = album === undefined || album.title === facts.title ? null : facts.title
  return [
    ...(album === undefined
      ? [
          {
            _tag: "item.group-registered.v1",
            kind: "album",
            title: facts.title,
            folder: null
          } as const
        ]
      : []),
    ...(isSame && title === null
      ? []
      : [{ _tag: "album.described.v1", key, artist, year, isVarious, title } as const])
  ]
}

/**
 * Groups the tracks of a library into albums according to their tags, and creates missing albums. Writes no events for
 * unchanged tracks. An album that has lost all of its tracks is hidden until it has tracks again.
 */
export const groupTracks = Effect.fn("albums.groupTracks")(
  function* (libraryId: string, report: Report) {
    const rows = yield* tracksOf(libraryId)
    const tracks = new Map(rows.map((row) => [row.id, row]))
    const albums = albumsOf(
      libraryId,
      rows.map((row) => ({ ...row, rootName: row.rootPath.slice(row.rootPath.lastIndexOf("/") + 1) }))
    )
    const parents = [...new Set(rows.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])))]
    const known = yield* albumsKnown(
      libraryId,
      albums.map(({ key }) => key),
      parents
    )
    const matched = matchGroups(
      albums.map((album) => ({ key: album.key, facts: album, members: album.tracks })),
      known,
      tracks
    )
    const changes = groupChanges(matched, { placements: tracks, newId: uuidv7, describe: describing })
    yield* writeChanges(changes, "audio-scan", report)
    return { albums: albums.length, changed: changes.length }
  },
  Effect.retry({ times: 3, while: (error) => error instanceof VersionConflict })
)
