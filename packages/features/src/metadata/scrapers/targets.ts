import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowOf } from "@media/pg/Rows"
import type { Fragment } from "@media/scrapers/address"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import { isEntityKind } from "../../EntityKind.ts"
import { visibleItems } from "../../platform/visibility/Visibility.ts"
import type { TargetKind } from "./choose.ts"

export interface Target {
  readonly kind: TargetKind
  readonly id: string
}

/** The values of an item or entity, with the field names of the scraper format. */
export interface Described {
  readonly fragment: Fragment
  /** The URLs of web pages about the item or entity. */
  readonly urls: ReadonlyArray<string>
}

const text = Schema.NullOr(Schema.String)
const ItemRow = Schema.Struct({
  title: Schema.String,
  date: text,
  details: text,
  path: text,
  oshash: text,
  checksum: text,
  urls: Schema.Array(Schema.String)
})
const EntityRow = Schema.Struct({ name: Schema.String, details: text, urls: Schema.Array(Schema.String) })

const given = <Value extends Readonly<Record<string, string | null | undefined>>>(values: Value) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))

const missing = (kind: TargetKind) => new NotFound({ what: kind })

const describeItem = ({ id, kind }: Target) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const row = yield* rowOf(ItemRow)(sql`
      select v.title, v.date, t.details, f.path, lpad(to_hex(coalesce(p.oshash, f.oshash)), 16, '0') as oshash,
        encode(p.md5, 'hex') as checksum,
        case when jsonb_typeof(s.shown->'urls') = 'array' then s.shown->'urls' else '[]' end as urls
      from items v left join item_texts t on t.item_id = v.id left join item_files f on f.item_id = v.id
        left join item_fingerprints p on p.item_id = v.id left join item_sources s on s.item_id = v.id
      where v.id = ${id} and v.kind = ${kind}::item_kind`)
    if (Option.isNone(row)) return yield* missing(kind)
    const { path, urls, ...rest } = row.value
    const filename = path === null ? null : path.slice(path.lastIndexOf("/") + 1)
    return { fragment: given({ ...rest, filename, url: urls[0] }), urls } satisfies Described
  })

const describeEntity = ({ id, kind }: Target) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const row = yield* rowOf(EntityRow)(sql`
      select e.name, e.facts->>'details' as details,
        case when jsonb_typeof(e.facts->'urls') = 'array' then e.facts->'urls' else '[]' end as urls
      from related_entities e where e.id = ${id} and e.kind = ${kind}::related_kind`)
    if (Option.isNone(row)) return yield* missing(kind)
    const { details, name, urls } = row.value
    return { fragment: given({ title: name, details, url: urls[0] }), urls } satisfies Described
  })

/** Returns the values of a target that a scraper can use. Does not check whether a user may see the target. */
export const describe = Effect.fn("scrapers.describe")(function* (target: Target) {
  if (!isUuid(target.id)) return yield* missing(target.kind)
  return yield* isEntityKind(target.kind) ? describeEntity(target) : describeItem(target)
})

/** Like `describe`, but fails with `NotFound` if the caller may not see the target. */
export const describeFor = Effect.fn("scrapers.describeFor")(function* (
  principal: Principal,
  target: Target
) {
  const { id, kind } = target
  if (!isUuid(id)) return yield* missing(kind)
  if (isEntityKind(kind)) {
    const sql = yield* SqlClient.SqlClient
    const { fewEntities } = yield* entitiesVisibleTo(principal)
    const found = yield* sql`select e.id from related_entities e where e.id = ${id} and ${fewEntities("e")}`
    if (found.length === 0) return yield* missing(kind)
  } else if ((yield* visibleItems(principal, [id])).length === 0) return yield* missing(kind)
  return yield* describe(target)
})
