import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { snakeCase } from "@media/pg/Columns"
import { rowOf, rowsOf, select } from "@media/pg/Rows"
import { Picture } from "@media/wire/Picture"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { kinds } from "../../generated/kinds.ts"
import { relatedFields } from "../relations/contract.ts"
import { relatedExpressions } from "../relations/shown.ts"
import { nestUserState, userStateExpressions, userStateJoins, userStateRow } from "../user-items/queries.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { EpisodeOf, Fingerprints, ItemStatus, MixedItem } from "./contract.ts"
import { ItemKind } from "../../ItemKind.ts"
import type { MediaKind } from "../../MediaKind.ts"
import type { ListFilter } from "./listFilter.ts"
import { itemPage } from "./page.ts"
import { describedExpressions, describedRow, sourcesExpression } from "./sourcesShown.ts"

/** The columns of an item of any kind in a list. */
export const summaryRow = {
  id: Schema.String,
  title: Schema.String,
  status: ItemStatus,
  isMissing: Schema.Boolean,
  isNsfw: Schema.Boolean,
  isOrganized: Schema.Boolean,
  libraryId: Schema.String,
  date: Schema.NullOr(Schema.String),
  ...userStateRow,
  picture: Schema.NullOr(Picture),
  size: Schema.Number,
  createdAt: Schema.DateFromSelf,
  updatedAt: Schema.DateFromSelf
}

/** The columns of an item's page. */
export const detailRow = {
  ...summaryRow,
  sortTitle: Schema.String,
  details: Schema.NullOr(Schema.String),
  ...describedRow,
  rootId: Schema.String,
  path: Schema.String,
  failure: Schema.NullOr(Schema.String),
  isFailurePassing: Schema.Boolean,
  fingerprints: Fingerprints,
  ...relatedFields,
  version: Schema.Number
}

/** Returns SQL for the picture of an item as JSON. `item` and `picture` are the aliases of the two tables. */
const toldPicture = (path: string, item: string, picture: string): string => `jsonb_build_object(
    'url', '${path}/' || ${item}.id || '/thumbnail?v=' || ${picture}.version, 'version', ${picture}.version,
    'width', ${picture}.width, 'height', ${picture}.height, 'thumbHash', ${picture}.thumb_hash)`

/** Maximum number of children that are searched for a picture to use as the cover of their group. */
const mostCovers = 20

/**
 * SQL condition: the child `c` is in the library of the group `v`, and everyone who sees the group may see the child. A
 * group that is not marked NSFW does not show NSFW items.
 */
export const seenInGroup =
  "c.parent_id = v.id and c.library_id = v.library_id and (v.is_nsfw or not c.is_nsfw)"

/** The condition of `seenInGroup` for items in a nested group. */
const seenInNested = "c.library_id = v.library_id and (v.is_nsfw or not c.is_nsfw)"

/** Returns SQL for the cover of a group of groups: the first picture in the nested groups. Specials come last. */
const coverOfNested = (
  path: string,
  between: string,
  kind: string
): string => `(select ${toldPicture(path, "c", "cp")} from (
    select c.id, s.ordinal = 0 as is_last, s.ordinal as turn, c.ordinal
    from items s join items c on c.parent_id = s.id and c.kind = '${kind}'
    where s.parent_id = v.id and s.kind = '${between}' and ${seenInNested}
    order by 2, s.ordinal, c.ordinal, c.id limit ${mostCovers}) c
    join item_pictures cp on cp.item_id = c.id and cp.version is not null
    order by c.is_last, c.turn, c.ordinal, c.id limit 1)`

/**
 * Returns SQL for the cover of a group without its own picture: the picture of the chosen child, or of the first child
 * that has a picture.
 */
const coverOf = (path: string, kind: string): string => `(select ${toldPicture(path, "c", "cp")} from (
    select c.id, 0 as turn, 0 as ordinal from item_groups g join items c on c.id = g.cover_id
    where g.item_id = v.id and ${seenInGroup}
    union all (select c.id, 1, c.ordinal from items c where c.kind = '${kind}' and ${seenInGroup}
      order by c.ordinal, c.id limit ${mostCovers})) c
    join item_pictures cp on cp.item_id = c.id and cp.version is not null order by c.turn, c.ordinal, c.id limit 1)`

/**
 * Returns SQL for the picture of an item. If the content is unreadable, the picture of the previous content is kept but
 * not shown, unless a user uploaded it.
 */
export const pictureOf = (kind: ItemKind): string => {
  const registered: ReadonlyArray<MediaKind> = kinds
  const childOf = (group: MediaKind | undefined) =>
    registered.find((each) => group?.groups?.includes(each.kind))
  const { paths } = kinds.find((each) => each.kind === kind)!
  const child = childOf(registered.find((each) => each.kind === kind))
  const nested = childOf(child)
  const cover =
    child === undefined
      ? ""
      : nested === undefined
        ? ` else ${coverOf(child.paths.list, child.kind)}`
        : ` else ${coverOfNested(nested.paths.list, child.kind, nested.kind)}`
  return `case when p.version is not null and (v.status <> 'failed' or p.chosen = 'upload')
    then ${toldPicture(paths.list, "v", "p")}${cover} end`
}

/**
 * SQL for the hashes as JSON. The oshash is available earlier than the other hashes, because the probe stores it in
 * `item_files`.
 */
const fingerprints = `(select jsonb_build_object('md5', encode(h.md5, 'hex'),
  'oshash', lpad(to_hex(coalesce(h.oshash, f.oshash)), 16, '0'), 'phash', lpad(to_hex(h.phash), 16, '0'),
  'phashFailure', h.phash_failure) from (select) one left join item_fingerprints h on h.item_id = v.id)`

/** Returns SQL that selects an expression on the archive (`a`) of an entry (`e`). */
const archiveOf = (expression: string): string =>
  `select ${expression} from archive_entries e join item_files a on a.item_id = e.archive_id where e.item_id = v.id`

/** SQL for fields that are not simply columns of `items` (`v`) with the same name. */
const expressions = {
  isMissing: "v.status = 'missing'",
  ...userStateExpressions,
  size: "coalesce(v.size_bytes, 0)",
  details: "t.details",
  rootId: `coalesce(f.root_id, (${archiveOf("a.root_id")}))`,
  path: `coalesce(f.path, (${archiveOf("a.path || '::' || e.name")}))`,
  failure: "f.failure",
  isFailurePassing: "coalesce(f.is_failure_passing, false)",
  fingerprints,
  ...describedExpressions,
  version: "v.edit_version"
}

type Read = Parameters<typeof nestUserState>[0] & { readonly createdAt: Date; readonly updatedAt: Date }

/** Nests the user state of a row and formats its times, as the API returns them. */
export const toWire = <Row extends Read>({ createdAt, updatedAt, ...row }: Row) => ({
  ...nestUserState(row),
  createdAt: toTimestamp(createdAt),
  updatedAt: toTimestamp(updatedAt)
})

/** The additional columns of a kind. */
export interface KindRows<Fields extends Schema.Struct.Fields> {
  readonly kind: ItemKind
  readonly row: Schema.Struct<Fields>
  /** Name of the kind's table of facts, which the query joins by `item_id` with the alias `k`. */
  readonly facts?: string
  /** SQL for the kind's own fields, with the aliases `v` and `k`. */
  readonly expressions?: { readonly [Field in keyof Fields]?: string }
}

/** Returns SQL for fields that are columns of the table of facts (`k`) with the same name in snake case. */
export const fromFacts = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, `k.${snakeCase(name)}`])) as {
    readonly [Name in keyof Fields]: string
  }

/** Returns the columns of a row of this kind for this caller, for queries on `items v`. */
export const itemColumns = <Fields extends Schema.Struct.Fields>(
  principal: Principal,
  rows: KindRows<Fields>
) =>
  select(rows.row, "v", {
    ...expressions,
    ...relatedExpressions(principal),
    sources: sourcesExpression(principal),
    picture: pictureOf(rows.kind),
    ...rows.expressions
  } as { readonly [Field in keyof Fields]?: string })

const factsJoin = (facts: string | undefined): string =>
  facts === undefined ? "" : `left join ${facts} k on k.item_id = v.id`

/** Returns a page of the items of one kind that the caller may see, and the total. */
export const listItems = <Fields extends Schema.Struct.Fields, A, I>(
  principal: Principal,
  rows: KindRows<Fields> & { readonly row: Schema.Schema<A, I> },
  filter: ListFilter
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { ids, order, total } = yield* itemPage(principal, rows.kind, filter)
    const items =
      ids === undefined
        ? []
        : yield* rowsOf(rows.row)(sql`
            with page as materialized (${ids})
            select ${itemColumns(principal, rows)}
            from page join items v on v.id = page.id ${sql.literal(factsJoin(rows.facts))}
              ${yield* userStateJoins(principal.accountId)}
              left join item_pictures p on p.item_id = v.id
            order by ${order}`)
    return { items, total, page: filter.page, perPage: filter.perPage }
  }).pipe(Effect.withSpan("items.list", { attributes: { kind: rows.kind } }))

/** Returns an item of this kind. Fails with `NotFound` if the item does not exist or the caller may not see it. */
export const findItem = <Fields extends Schema.Struct.Fields, A, I>(
  principal: Principal,
  rows: KindRows<Fields> & { readonly row: Schema.Schema<A, I> },
  id: string
) =>
  Effect.gen(function* () {
    if (!isUuid(id)) return yield* new NotFound({ what: rows.kind })
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const found = yield* rowOf(rows.row)(sql`
      select ${itemColumns(principal, rows)}
      from items v left join item_files f on f.item_id = v.id left join item_texts t on t.item_id = v.id
        ${sql.literal(factsJoin(rows.facts))}
        ${yield* userStateJoins(principal.accountId)}
        left join item_pictures p on p.item_id = v.id
      where v.id = ${id} and v.kind = ${sql.literal(`'${rows.kind}'`)} and ${visibility.items("v")}`)
    return Option.isSome(found) ? found.value : yield* new NotFound({ what: rows.kind })
  }).pipe(Effect.withSpan("items.get", { attributes: { kind: rows.kind } }))

const mixedRow = Schema.Struct({
  ...summaryRow,
  kind: ItemKind,
  type: MixedItem.fields.type,
  episodeOf: Schema.NullOr(EpisodeOf),
  duration: Schema.NullOr(Schema.Number),
  width: Schema.NullOr(Schema.Number),
  height: Schema.NullOr(Schema.Number),
  pages: Schema.NullOr(Schema.Number)
})
const mixedColumns = select(mixedRow, "v", {
  ...expressions,
  type: "case when v.kind = 'video' then case when v.role in ('movie', 'episode') then v.role::text else 'video' end end",
  episodeOf: `case when v.role = 'episode' then (select json_build_object('series', s.title, 'season', e.season,
      'episode', e.episode, 'episodeEnd', e.episode_end)
    from video_episodes e join items season on season.id = v.parent_id join items s on s.id = season.parent_id
    where e.item_id = v.id) end`,
  pages: "case when v.kind = 'book' then up.duration end",
  picture: `case v.kind ${kinds.map(({ kind }) => `when '${kind}' then ${pictureOf(kind)}`).join(" ")} end`
})

/** Returns items of any kind, keyed by id. Items that the caller may not see are omitted. */
export const itemsById = Effect.fn("items.byId")(function* (
  principal: Principal,
  ids: ReadonlyArray<string>
) {
  if (ids.length === 0) return new Map<string, MixedItem>()
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const rows = yield* rowsOf(mixedRow)(sql`
    select ${mixedColumns} from items v ${yield* userStateJoins(principal.accountId)}
      left join item_pictures p on p.item_id = v.id
    where v.id = any(${ids as Array<string>}::uuid[]) and ${visibility.items("v")}`)
  return new Map(
    rows.map(({ episodeOf, ...row }): [string, MixedItem] => [
      row.id,
      { ...toWire(row), ...(episodeOf === null ? {} : { episodeOf }) }
    ])
  )
})
