import * as SqlClient from "@effect/sql/SqlClient"
import { ProbeFacts } from "@media/media-tools/ProbeFacts"
import { rowOf, rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"
import {
  type ItemSource,
  sourceColumns,
  sourceRowFields,
  sourceTables,
  toItemSource
} from "../../catalog/items/source.ts"
import { entryColumns, entryRowFields, entryTables } from "../../catalog/items/entrySource.ts"
import type { PictureChoice } from "./events.ts"

const choiceFields = {
  chosen: Schema.NullOr(Schema.Literal("frame", "upload")),
  seconds: Schema.NullOr(Schema.Number),
  digest: Schema.NullOr(Schema.String)
}
const EntryRow = Schema.Struct({ ...entryRowFields, kind: ItemKind, ...choiceFields })
const Row = Schema.Struct({
  ...sourceRowFields,
  kind: ItemKind,
  role: Schema.NullOr(Schema.String),
  probe: Schema.NullOr(Schema.Unknown),
  cover_stream: Schema.NullOr(Schema.Number),
  ...choiceFields
})

/** An item whose picture is to be made. */
export interface PictureSubject {
  readonly kind: ItemKind
  readonly source: ItemSource
  readonly facts: Option.Option<ProbeFacts>
  /** The stream number of the cover inside the file of a track. */
  readonly coverStream: number | null
  readonly choice: PictureChoice | null
  /** The picture next to the file, if the name of the picture matches the item. */
  readonly artwork: PinnedFile | null
  /** The name of the image in the archive `source`. Null for an image with its own file. */
  readonly entry: string | null
}

/** A file inside a root. */
interface PinnedFile {
  readonly root: string
  readonly file: Buffer
}

const Artwork = Schema.Struct({ root: Schema.String, path: Schema.String })
/**
 * Returns the picture next to an item, or null if there is none. `kinds` are the accepted kinds of pictures, best
 * first, such as the still of an episode before its poster.
 */
export const artworkOf = (itemId: string, kinds: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [found] = yield* rowsOf(Artwork)(sql`
      select r.path as root, a.value ->> 'path' as path
      from item_sources s cross join lateral jsonb_each(s.shown -> 'artwork') a
        join library_roots r on r.id = (a.value ->> 'rootId')::uuid
      where s.item_id = ${itemId} and s.shown ? 'artwork' and a.key = any(${kinds as Array<string>})
      order by array_position(${kinds as Array<string>}, a.key) limit 1`)
    return found === undefined ? null : { root: found.root, file: Buffer.from(`${found.root}/${found.path}`) }
  })

const decodeFacts = Schema.decodeUnknownOption(ProbeFacts)

const choiceOf = ({
  chosen,
  digest,
  seconds
}: Pick<typeof Row.Type, keyof typeof choiceFields>): PictureChoice | null => {
  if (chosen === "frame" && seconds !== null) return { from: "frame", seconds }
  if (chosen === "upload" && digest !== null) return { from: "upload", digest }
  return null
}

const entrySubject = (itemId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* rowOf(EntryRow)(sql`
      select ${sql.literal(entryColumns)}, v.kind, p.chosen, p.seconds, p.digest
      from ${sql.literal(entryTables)} left join item_pictures p on p.item_id = v.id
      where v.id = ${itemId}`)
    return Option.map(found, (row): PictureSubject => ({
      kind: row.kind,
      source: toItemSource(row),
      facts: Option.none(),
      coverStream: null,
      choice: choiceOf(row),
      artwork: null,
      entry: row.entry
    }))
  })

const GroupRow = Schema.Struct({ id: Schema.String, kind: ItemKind, title: Schema.String, ...choiceFields })

/** Loads a series or season. Its picture can only be made from a picture file next to its videos. */
const groupSubject = (itemId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* rowOf(GroupRow)(sql`
      select v.id, v.kind, v.title, p.chosen, p.seconds, p.digest
      from items v left join item_pictures p on p.item_id = v.id
      where v.id = ${itemId} and v.kind in ('series', 'season')`)
    const artwork = yield* artworkOf(itemId, ["poster", "thumb", "banner", "backdrop"])
    return Option.map(found, (row): PictureSubject => ({
      kind: row.kind,
      source: {
        ...{ id: row.id, title: row.title, label: row.title, libraryId: "", status: "ready", failure: null },
        // Constants are sufficient, because a group has no file whose size or modification time the decider could
        // compare with them.
        ...{ size: 0, mtimeMs: 0, isFailurePassing: false },
        root: { id: "", path: artwork?.root ?? "" },
        file: artwork?.file ?? Buffer.alloc(0)
      },
      facts: Option.none(),
      coverStream: null,
      choice: choiceOf(row),
      artwork,
      entry: null
    }))
  })

/**
 * Loads an item without checking whether an account may see it, because background jobs have no caller. Routes must
 * check this first.
 */
export const pictureSubject = Effect.fn("pictures.subject")(function* (itemId: string) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rowOf(Row)(sql`
    select ${sql.literal(sourceColumns)}, v.kind, v.role::text as role, k.probe, a.cover_stream, p.chosen, p.seconds, p.digest
    from ${sql.literal(sourceTables)} left join video_facts k on k.item_id = v.id
      left join audio_facts a on a.item_id = v.id
      left join item_pictures p on p.item_id = v.id
    where v.id = ${itemId}`)
  if (Option.isNone(found)) {
    const entry = yield* entrySubject(itemId)
    return Option.isSome(entry) ? entry : yield* groupSubject(itemId)
  }
  const row = found.value
  const order = row.role === "episode" ? ["thumb", "poster"] : ["poster", "thumb", "backdrop"]
  return Option.some<PictureSubject>({
    kind: row.kind,
    source: toItemSource(row),
    facts: row.probe === null ? Option.none() : decodeFacts(row.probe),
    coverStream: row.cover_stream,
    choice: choiceOf(row),
    artwork: row.kind === "video" ? yield* artworkOf(itemId, order) : null,
    entry: null
  })
})
