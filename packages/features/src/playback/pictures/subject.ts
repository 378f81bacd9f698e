import * as SqlClient from "@effect/sql/SqlClient"
import { ProbeFacts } from "@media/media-tools/ProbeFacts"
import { rowOf } from "@media/pg/Rows"
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
  probe: Schema.NullOr(Schema.Unknown),
  cover_stream: Schema.NullOr(Schema.Number),
  ...choiceFields
})

/** An item as the input of its picture. */
export interface PictureSubject {
  readonly kind: ItemKind
  readonly source: ItemSource
  readonly facts: Option.Option<ProbeFacts>
  /** For a track: the stream number of the picture in its file. */
  readonly coverStream: number | null
  readonly choice: PictureChoice | null
  /** Its name in the archive `source`; null for a file of its own. */
  readonly entry: string | null
}

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
      entry: row.entry
    }))
  })

/** For the pipeline, which works for no one in particular: routes ask first whether the caller may see the item. */
export const pictureSubject = Effect.fn("pictures.subject")(function* (itemId: string) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rowOf(Row)(sql`
    select ${sql.literal(sourceColumns)}, v.kind, k.probe, a.cover_stream, p.chosen, p.seconds, p.digest
    from ${sql.literal(sourceTables)} left join video_facts k on k.item_id = v.id
      left join audio_facts a on a.item_id = v.id
      left join item_pictures p on p.item_id = v.id
    where v.id = ${itemId}`)
  if (Option.isNone(found)) return yield* entrySubject(itemId)
  const row = found.value
  return Option.some<PictureSubject>({
    kind: row.kind,
    source: toItemSource(row),
    facts: row.probe === null ? Option.none() : decodeFacts(row.probe),
    coverStream: row.cover_stream,
    choice: choiceOf(row),
    entry: null
  })
})
