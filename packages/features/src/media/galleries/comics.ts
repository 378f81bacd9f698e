import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ListFilter } from "../../catalog/items/listFilter.ts"
import { visibleEntry } from "../../catalog/items/entrySource.ts"
import { groupReads } from "../../catalog/items/groupReads.ts"
import { sourceOf } from "../../catalog/items/source.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { galleryKind } from "./kind.ts"

const { kind } = galleryKind
const reads = groupReads(kind)

const Whole = Schema.Struct({ isWhole: Schema.Boolean })
const Pages = Schema.Struct({ id: Schema.String, n: Schema.Number })
const Page = Schema.Struct({ id: Schema.String })

/**
 * True if the caller may see every image of an archive. Otherwise, the caller must not get the archive file, because it
 * contains hidden images.
 */
export const isSeenWhole = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    if (principal.showNsfw) return true
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const row = yield* rowOf(Whole)(sql`
      select not exists (select from archive_entries e join items c on c.id = e.item_id
        where e.archive_id = ${id}::uuid and not ${visibility.inVisibleLibrary("c")}) as "isWhole"`)
    return Option.getOrThrow(row).isWhole
  })

/** Returns the archive file of a gallery if the caller may see all of its images. */
export const wholeArchive = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    const found = yield* sourceOf(principal, kind, id)
    return Option.isSome(found) && !(yield* isSeenWhole(principal, id))
      ? Option.none<Option.Option.Value<typeof found>>()
      : found
  })

/** Counts the visible pages of these galleries. Returns a function from the id of a gallery to its number of pages. */
const pagesOf = (principal: Principal, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const rows = yield* rowsOf(Pages)(sql`
      select c.parent_id as id, count(*)::int as n from items c
      where c.parent_id = any(${ids as Array<string>}::uuid[]) and c.kind = 'image' and c.status <> 'missing'
        and ${visibility.items("c")} group by 1`)
    const counts = new Map(rows.map(({ id, n }) => [id, n]))
    return (id: string): number => counts.get(id) ?? 0
  })

/**
 * Returns a page of the galleries that are archives and whose images the caller may all see. Reading apps show these
 * galleries as comics.
 */
export const listComics = (principal: Principal, filter: ListFilter) =>
  Effect.gen(function* () {
    const found = yield* reads.list(principal, {
      ...filter,
      status: "ready",
      archives: principal.showNsfw ? "all" : "unmarked"
    })
    const pages = yield* pagesOf(
      principal,
      found.items.map(({ id }) => id)
    )
    return { ...found, items: found.items.map((item) => ({ ...item, pages: pages(item.id) })) }
  })

/**
 * Returns one comic. Fails with `NotFound` if the gallery is a folder, or if the caller may not see all of its images.
 */
export const getComic = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    const found = yield* reads.get(principal, id)
    if (found.isDerived || !(yield* isSeenWhole(principal, id))) return yield* new NotFound({ what: kind })
    return { ...found, pages: (yield* pagesOf(principal, [id]))(id) }
  })

/** Returns the image on a page of a comic. Pages are counted from 0. */
export const comicImage = (principal: Principal, id: string, page: number) =>
  Effect.gen(function* () {
    const { pages } = yield* getComic(principal, id)
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const found =
      page >= pages
        ? Option.none()
        : yield* rowOf(Page)(sql`
            select c.id from items c
            where c.parent_id = ${id}::uuid and c.kind = 'image' and c.status <> 'missing' and ${visibility.items("c")}
            order by c.ordinal, c.id limit 1 offset ${page}::bigint`)
    return Option.isNone(found) ? Option.none() : yield* visibleEntry(principal, "image", found.value.id)
  })
