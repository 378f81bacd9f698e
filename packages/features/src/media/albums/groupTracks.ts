import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore, inBatches, type StreamAppend } from "@media/event-store/EventStore"
import { versionsOf } from "@media/event-store/StreamVersions"
import { VersionConflict } from "@media/event-store/errors"
import type { partsDone } from "@media/jobs/GroupProgress"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { albumBy } from "../audio/artists.ts"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { TRASH_LIBRARY } from "../../catalog/items/ids.ts"
import type { AlbumEvent } from "./events.ts"
import { albumsOf, type FoundAlbum } from "./grouping.ts"

const meta = { cause: "audio-scan" } as const
/** Tracks placed in one transaction. */
const atOnce = 500

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
type Track = typeof Track.Type

const Known = Schema.Struct({
  id: Schema.String,
  key: Schema.String,
  artist: Schema.NullOr(Schema.String),
  year: Schema.NullOr(Schema.Number),
  isVarious: Schema.Boolean,
  /** Who it is by is in the table of artists. */
  isNamed: Schema.Boolean,
  title: Schema.String,
  /** Tracks of another library lie in it. */
  isShared: Schema.Boolean,
  is_removed: Schema.Boolean
})
type Known = typeof Known.Type

/** Tracks that were examined; also missing ones, which keep their place. */
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

/** Albums by these keys, and those that these tracks of a library lie in. */
const albumsKnown = (libraryId: string, keys: ReadonlyArray<string>, ids: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Known)(sql`
      select a.item_id as id, a.key, a.artist, a.year, a.is_various as "isVarious", v.title, g.is_removed,
        exists (select from items c where c.parent_id = a.item_id
          and c.library_id not in (${libraryId}::uuid, ${TRASH_LIBRARY}::uuid)) as "isShared",
        exists (select from album_artists n where n.item_id = a.item_id) as "isNamed"
      from album_facts a join items v on v.id = a.item_id join item_groups g on g.item_id = a.item_id
      where a.key = any(${keys as Array<string>}) or a.item_id = any(${ids as Array<string>}::uuid[])`)
  )

/**
 * The album that these tracks come from, where nothing else is left in it: it was tagged again, or went to another library with
 * all of its tracks, and keeps what people said.
 */
const renamed = (
  found: FoundAlbum,
  wanted: ReadonlySet<string>,
  tracks: ReadonlyMap<string, Track>,
  known: ReadonlyArray<Known>
): Known | undefined => {
  const parents = new Set(found.tracks.map(({ id }) => tracks.get(id)!.parentId))
  return known.find(({ id, is_removed, key }) => parents.has(id) && !wanted.has(key) && !is_removed)
}

/** Those of these albums that a person named: they keep their name, whatever the tags say. */
const titledByHand = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const edited = new Set<string>()
    for (const id of ids)
      for (const { event } of yield* store.read(id)) {
        const known = event as ItemEvent
        if (known._tag === "item.edited.v1" && known.changes.some(({ field }) => field === "title"))
          edited.add(id)
      }
    return edited
  })

type Event = ItemEvent | AlbumEvent
type Report = ReturnType<typeof partsDone>

/**
 * Puts the tracks of a library into albums by what their tags say, and makes those that are not there. What is as it should
 * be costs no event; an album without tracks is seen by no one, and is there again when they come back.
 */
export const groupTracks = Effect.fn("albums.groupTracks")(
  function* (libraryId: string, report: Report) {
    const store = yield* EventStore
    const rows = yield* tracksOf(libraryId)
    const tracks = new Map(rows.map((row) => [row.id, row]))
    const albums = albumsOf(
      libraryId,
      rows.map((row) => ({ ...row, rootName: row.rootPath.slice(row.rootPath.lastIndexOf("/") + 1) }))
    )
    const wanted = new Set(albums.map(({ key }) => key))
    const parents = [...new Set(rows.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])))]
    const known = yield* albumsKnown(libraryId, [...wanted], parents)
    const byKey = new Map(known.map((album) => [album.key, album]))
    const taken = new Set<string>()
    const matched = albums.map((found) => {
      const album =
        byKey.get(found.key) ??
        renamed(
          found,
          wanted,
          tracks,
          known.filter(({ id, isShared }) => !isShared && !taken.has(id))
        )
      if (album !== undefined) taken.add(album.id)
      return { found, album }
    })
    const edited = yield* titledByHand(
      matched.flatMap(({ album, found }) => (album && album.title !== found.title ? [album.id] : []))
    )

    const pending = matched.flatMap(({ album, found }) => {
      // A person removed it: its tracks lie in none.
      const id = album?.is_removed === true ? null : (album?.id ?? uuidv7())
      const { artist, isVarious, key, year } = found
      const isSame =
        album?.key === key &&
        album.artist === artist &&
        album.year === year &&
        album.isVarious === isVarious &&
        album.isNamed === albumBy(found).length > 0
      const title =
        album === undefined || album.title === found.title || edited.has(album.id) ? null : found.title
      const own: ReadonlyArray<Event> = [
        ...(album === undefined
          ? [
              {
                _tag: "item.group-registered.v1",
                kind: "album",
                title: found.title,
                folder: null
              } as const
            ]
          : []),
        ...((isSame && title === null) || id === null
          ? []
          : [{ _tag: "album.described.v1", key, artist, year, isVarious, title } as const])
      ]
      const moves = found.tracks.flatMap(({ id: trackId, ordinal: place }) => {
        const now = tracks.get(trackId)!
        const ordinal = id === null ? null : place
        return now.parentId === id && now.ordinal === ordinal
          ? []
          : [{ id: trackId, event: { _tag: "item.placed.v1", parentId: id, ordinal } as const }]
      })
      return [
        ...(own.length === 0 || id === null ? [] : [{ id, events: own }]),
        ...moves.map((move) => ({ id: move.id, events: [move.event] as ReadonlyArray<Event> }))
      ]
    })

    let placed = 0
    // An album comes with its first tracks: a job that is cut off leaves none that is empty.
    for (const batch of inBatches(pending, atOnce)) {
      const versions = yield* versionsOf(batch.map(({ id }) => id))
      yield* store.append(
        batch.map(({ events, id }): StreamAppend => ({
          streamId: id,
          expectedVersion: versions.get(id) ?? 0,
          events
        })),
        meta
      )
      placed += batch.length
      yield* report(placed, pending.length)
    }
    return { albums: albums.length, changed: pending.length }
  },
  Effect.retry({ times: 3, while: (error) => error instanceof VersionConflict })
)
