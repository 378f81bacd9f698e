import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { Root } from "./decider.ts"
import type { LibraryEvent } from "./events.ts"

const rootRow = (libraryId: string, root: Root, ordinal: number) => ({
  id: root.id,
  library_id: libraryId,
  path: root.path,
  enabled: root.enabled,
  recursive: root.recursive,
  ordinal
})

/** Runs one statement per event. This is fast enough, because there are few libraries. */
const each =
  <E extends LibraryEvent>(
    write: (sql: SqlClient.SqlClient, recorded: Recorded<E>) => Effect.Effect<unknown, never, never> | unknown
  ) =>
  (events: ReadonlyArray<Recorded<E>>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.forEach(events, (recorded) => write(sql, recorded) as Effect.Effect<unknown>, { discard: true })
    )

export const librariesProjection = projection<LibraryEvent>({
  name: "libraries",
  tables: ["libraries", "library_roots"],
  handlers: {
    "library.created.v1": each((sql, { at, event, streamId }) =>
      Effect.gen(function* () {
        yield* sql`
          insert into libraries (id, name, is_nsfw, contents, videos_as, write_nfo, nfo_watched_account_id, created_at)
          values (${streamId}, ${event.name}, ${event.isNsfw}, ${event.contents as Array<string>},
                  ${event.videosAs ?? "mixed"}, ${event.writeNfo ?? "off"},
                  ${event.nfoWatchedAccountId ?? null}, ${at})`
        if (event.roots.length > 0) {
          const rows = event.roots.map((root, index) => rootRow(streamId, root, index))
          yield* sql`insert into library_roots ${sql.insert(rows)}`
        }
      })
    ),
    "library.renamed.v1": each(
      (sql, { event, streamId }) => sql`update libraries set name = ${event.name} where id = ${streamId}`
    ),
    "library.nsfw-changed.v1": each(
      (sql, { event, streamId }) => sql`update libraries set is_nsfw = ${event.isNsfw} where id = ${streamId}`
    ),
    "library.contents-changed.v1": each(
      (sql, { event, streamId }) =>
        sql`update libraries set contents = ${event.contents as Array<string>} where id = ${streamId}`
    ),
    "library.videos-as-changed.v1": each(
      (sql, { event, streamId }) =>
        sql`update libraries set videos_as = ${event.videosAs} where id = ${streamId}`
    ),
    "library.write-nfo-changed.v1": each(
      (sql, { event, streamId }) =>
        sql`update libraries set write_nfo = ${event.writeNfo} where id = ${streamId}`
    ),
    "library.nfo-watched-changed.v1": each(
      (sql, { event, streamId }) =>
        sql`update libraries set nfo_watched_account_id = ${event.accountId} where id = ${streamId}`
    ),
    "library.root-added.v1": each(
      (sql, { event, streamId, version }) =>
        sql`insert into library_roots ${sql.insert(rootRow(streamId, event.root, version * 100))}`
    ),
    "library.root-changed.v1": each(
      (sql, { event: { root } }) =>
        sql`update library_roots set path = ${root.path}, enabled = ${root.enabled}, recursive = ${root.recursive}
            where id = ${root.id}`
    ),
    "library.root-removed.v1": each(
      (sql, { event }) => sql`delete from library_roots where id = ${event.rootId}`
    ),
    "library.removed.v1": each((sql, { streamId }) =>
      Effect.zipRight(
        sql`delete from library_roots where library_id = ${streamId}`,
        sql`delete from libraries where id = ${streamId}`
      )
    )
  }
})
