import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection, recordedFields, recordedRow } from "@media/event-store/Projection"
import { foldName } from "@media/kernel/FoldedName"
import { Uuid } from "@media/kernel/Ids"
import { recordset, rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EntityKind } from "../../EntityKind.ts"
import { RelatedEdited, type RelatedEvent, RelatedMerged, type RelatedRestored } from "./events.ts"
import { columnFields, sortKeyOf } from "./storedFields.ts"
import { addTagRows, tagged, untagged } from "./tagRows.ts"

const Created = Schema.Struct({
  ...recordedFields,
  kind: Schema.String,
  name: Schema.String,
  disambiguation: Schema.NullOr(Schema.String),
  folded: Schema.String,
  foldedDisambiguation: Schema.String,
  sortKey: Schema.String,
  isProvisional: Schema.Boolean
})
const Alias = Schema.Struct({ id: Uuid, name: Schema.String, folded: Schema.String })

const Touched = Schema.Struct(recordedFields)
const Edited = Schema.Struct({
  ...recordedFields,
  ...RelatedEdited.pick("editVersion").fields,
  set: Schema.Unknown,
  facts: Schema.Unknown,
  folded: Schema.String,
  foldedDisambiguation: Schema.String
})
const Parent = Schema.Struct({ id: Uuid, parentId: Uuid })
const Restored = Schema.Struct({
  ...Edited.fields,
  kind: EntityKind,
  isProvisional: Schema.Boolean,
  parentIds: Schema.Unknown,
  aliases: Schema.Unknown
})
const Merged = Schema.Struct({ id: Uuid, ...RelatedMerged.pick("into").fields })

const idsOf = (events: ReadonlyArray<Recorded>) => events.map(({ streamId }) => streamId)

/** Marks entities as edited by a user, so that they are not removed when they are no longer used. */
const touched = (events: ReadonlyArray<Recorded>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update related_entities e set updated_at = x.at, is_provisional = false
      from ${recordset(Touched, events.map(recordedRow)).from} where e.id = x.id`
  )

const aliasRows = (events: ReadonlyArray<Recorded<RelatedEvent & { readonly alias: string }>>) =>
  recordset(
    Alias,
    events.map(({ event: { alias }, streamId }) => ({ id: streamId, name: alias, folded: foldName(alias) }))
  )

/** Splits the new values of an edit into `set`, for fields with their own column, and `facts`, for all other fields. */
const editOf = ({ changes, editVersion }: Omit<typeof RelatedEdited.Type, "_tag">) => {
  const isColumn = (field: string) => columnFields.has(field)
  const valuesOf = (wanted: boolean) =>
    Object.fromEntries(
      changes.filter(({ field }) => isColumn(field) === wanted).map(({ field, to }) => [field, to])
    )
  const set = valuesOf(true)
  return {
    editVersion,
    set,
    facts: valuesOf(false),
    folded: foldName(String(set["name"] ?? "")),
    foldedDisambiguation: foldName(String(set["disambiguation"] ?? ""))
  }
}

const edited = (events: ReadonlyArray<Recorded<typeof RelatedEdited.Type>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = recordset(
      Edited,
      events.map(({ at, event, streamId }) => ({ id: streamId, at, ...editOf(event) }))
    )
    yield* sql`
      update related_entities e set
        name = coalesce(x.set ->> 'name', e.name),
        folded = case when x.set ? 'name' then x.folded else e.folded end,
        disambiguation = case when x.set ? 'disambiguation' then x.set ->> 'disambiguation' else e.disambiguation end,
        folded_disambiguation = case when x.set ? 'disambiguation' then x.folded_disambiguation
          else e.folded_disambiguation end,
        sort_name = case when x.set ? 'sortName' then x.set ->> 'sortName' else e.sort_name end,
        is_nsfw = case when x.set ? 'isNsfw' then coalesce((x.set ->> 'isNsfw')::boolean, false) else e.is_nsfw end,
        ignore_auto_tag = case when x.set ? 'ignoreAutoTag' then coalesce((x.set ->> 'ignoreAutoTag')::boolean, false)
          else e.ignore_auto_tag end,
        facts = jsonb_strip_nulls(e.facts || x.facts),
        is_provisional = false, edit_version = x.edit_version, updated_at = x.at
      from ${rows.from} where e.id = x.id`
    const named = events.filter(({ event }) =>
      event.changes.some(({ field }) => field === "name" || field === "sortName")
    )
    if (named.length === 0) return
    const ids = idsOf(named)
    yield* sql`update related_entities e set sort_key = ${sql.literal(sortKeyOf("coalesce(e.sort_name, e.name)"))}
      where e.id = any(${ids}::uuid[])`
    yield* sql`delete from related_names where entity_id = any(${ids}::uuid[]) and not is_alias`
    yield* sql`
      insert into related_names as n (entity_id, kind, is_alias, folded, name)
      select e.id, e.kind, false, e.folded, e.name from related_entities e where e.id = any(${ids}::uuid[])
      on conflict (entity_id, folded) do update set is_alias = false, name = excluded.name`
  })

const Child = Schema.Struct({ id: Schema.String })

/** Deletes entities with their names and tags, and removes them from the hierarchy. */
const gone = (events: ReadonlyArray<Recorded>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = idsOf(events)
    const children = yield* rowsOf(Child)(sql`
      delete from related_parents where parent_id = any(${ids}::uuid[]) returning entity_id as id`)
    yield* sql`delete from related_parents where entity_id = any(${ids}::uuid[])`
    yield* sql`delete from related_names where entity_id = any(${ids}::uuid[])`
    yield* sql`delete from related_tags where entity_id = any(${ids}::uuid[])`
    yield* sql`delete from related_tags where tag_id = any(${ids}::uuid[])`
    yield* sql`delete from related_entities where id = any(${ids}::uuid[])`
    yield* sql`select settle_related(${[...ids, ...children.map(({ id }) => id)]}::uuid[])`
  })

/** Reinserts the rows of restored entities. Parents and tags that no longer exist are omitted. */
const restored = (events: ReadonlyArray<Recorded<typeof RelatedRestored.Type>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = recordset(
      Restored,
      events.map(
        ({ at, event: { aliases, editVersion, fields, isProvisional, kind, parentIds }, streamId }) => ({
          ...{ id: streamId, at, kind, isProvisional, parentIds },
          ...editOf({
            editVersion,
            changes: Object.entries(fields).map(([field, to]) => ({ field, from: null, to }))
          }),
          aliases: aliases.map((alias) => ({ name: alias, folded: foldName(alias) }))
        })
      )
    )
    const ids = idsOf(events)
    yield* sql`delete from related_merged where id = any(${ids}::uuid[])`
    yield* sql`
      insert into related_entities (id, created_at, updated_at, shuffle_key, edit_version, kind, is_nsfw, ignore_auto_tag,
        is_provisional, name, sort_name, disambiguation, folded, folded_disambiguation, sort_key, facts)
      select x.id, x.at, x.at, hashtextextended(x.id::text, 0), x.edit_version, x.kind::related_kind,
        coalesce((x.set ->> 'isNsfw')::boolean, false), coalesce((x.set ->> 'ignoreAutoTag')::boolean, false), x.is_provisional,
        x.set ->> 'name', x.set ->> 'sortName', x.set ->> 'disambiguation', x.folded, x.folded_disambiguation,
        ${sql.literal(sortKeyOf("coalesce(x.set ->> 'sortName', x.set ->> 'name')"))}, jsonb_strip_nulls(x.facts)
      from ${rows.from}`
    yield* sql`
      insert into related_names (entity_id, kind, is_alias, folded, name)
      select x.id, x.kind::related_kind, false, x.folded, x.set ->> 'name' from ${rows.from}
      union all
      select x.id, x.kind::related_kind, true, a.folded, a.name from ${rows.from}
        cross join jsonb_to_recordset(x.aliases) as a(folded text, name text)`
    yield* sql`
      insert into related_parents (entity_id, parent_id)
      select x.id, e.id from ${rows.from} cross join jsonb_array_elements_text(x.parent_ids) p
        join related_entities e on e.id = p::uuid`
    yield* addTagRows(
      events.flatMap(({ event: { tags = [] }, streamId }) => tags.map((tag) => ({ ...tag, id: streamId })))
    )
    yield* sql`select settle_related(${ids}::uuid[])`
  })

/** Tables with all existing entities, their names, hierarchy and tags. */
export const relatedProjection = projection<RelatedEvent>({
  name: "related",
  tables: [
    "related_entities",
    "related_names",
    "related_parents",
    "related_closure",
    "related_merged",
    "related_tags"
  ],
  handlers: {
    "related.created.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = recordset(
          Created,
          events.map(({ at, event: { disambiguation, kind, name, source }, streamId }) => ({
            ...{ id: streamId, at, kind, name, disambiguation },
            folded: foldName(name),
            foldedDisambiguation: foldName(disambiguation ?? ""),
            sortKey: "",
            isProvisional: source !== "user"
          }))
        )
        yield* sql`
          insert into related_entities (id, created_at, updated_at, shuffle_key, kind, is_provisional, name, disambiguation,
            folded, folded_disambiguation, sort_key)
          select x.id, x.at, x.at, hashtextextended(x.id::text, 0), x.kind::related_kind, x.is_provisional, x.name,
            x.disambiguation, x.folded, x.folded_disambiguation, ${sql.literal(sortKeyOf("x.name"))}
          from ${rows.from}`
        yield* sql`
          insert into related_names (entity_id, kind, is_alias, folded, name)
          select x.id, x.kind::related_kind, false, x.folded, x.name from ${rows.from}`
        yield* sql`insert into related_closure (ancestor_id, descendant_id, depth) select x.id, x.id, 0 from ${rows.from}`
      }),
    "related.edited.v1": edited,
    "related.alias-added.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          insert into related_names (entity_id, kind, is_alias, folded, name)
          select e.id, e.kind, true, x.folded, x.name from ${aliasRows(events).from} join related_entities e on e.id = x.id`
        yield* touched(events)
      }),
    "related.alias-removed.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          delete from related_names n using ${aliasRows(events).from}
          where n.entity_id = x.id and n.folded = x.folded and n.is_alias`
        yield* touched(events)
      }),
    "related.parent-set.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ids = idsOf(events)
        const rows = recordset(
          Parent,
          events.flatMap(({ event, streamId }) =>
            event.parentIds.map((parentId) => ({ id: streamId, parentId }))
          ),
          { columns: { id: "entity_id" } }
        )
        yield* sql`delete from related_parents where entity_id = any(${ids}::uuid[])`
        yield* sql`
          insert into related_parents (${rows.columns}) select ${rows.values} from ${rows.from}`
        yield* sql`select settle_related(${ids}::uuid[])`
        yield* touched(events)
      }),
    "related.tagged.v1": (events) => Effect.zipRight(tagged(events), touched(events)),
    "related.untagged.v1": (events) => Effect.zipRight(untagged(events), touched(events)),
    "related.split.v1": touched,
    "related.merged.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = recordset(Merged, events.map(recordedRow), { columns: { into: "into_id" } })
        yield* sql`
          insert into related_merged (id, kind, into_id)
          select x.id, e.kind, x.into_id from ${rows.from} join related_entities e on e.id = x.id`
        yield* gone(events)
      }),
    "related.removed.v1": gone,
    "related.restored.v1": restored
  }
})
