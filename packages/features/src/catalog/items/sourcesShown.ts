import type { Principal } from "@media/wire/Security"
import * as Schema from "effect/Schema"
import * as Access from "../../platform/access/Access.ts"
import { relatedSourced, sourceNames } from "./sourcedFields.ts"
import { describedFields } from "./sourcesContract.ts"

const { sources: _sources, ...described } = describedFields

/**
 * The columns with `describedFields`. The entries of `sources` are not decoded: they come from PostgreSQL as JSON in
 * the format of the API.
 */
export const describedRow = {
  ...described,
  sources: Schema.Record({ key: Schema.String, value: Schema.Array(Schema.Any) })
}

const shown = (value: string) => `(select ${value} from item_sources s where s.item_id = v.id)`
const textIn = (field: string) => shown(`s.shown ->> '${field}'`)
const numberIn = (field: string) => shown(`(s.shown ->> '${field}')::float8`)

export const describedExpressions = {
  originalTitle: textIn("originalTitle"),
  tagline: textIn("tagline"),
  contentRating: textIn("contentRating"),
  communityRating: numberIn("communityRating"),
  runtimeMinutes: numberIn("runtimeMinutes"),
  set: shown(`case when s.shown -> 'set' ->> 'name' is not null
    then jsonb_build_object('name', s.shown -> 'set' -> 'name') end`),
  countries: `coalesce(${shown("case when jsonb_typeof(s.shown -> 'countries') = 'array' then s.shown -> 'countries' end")}, '[]')`,
  seriesStatus: shown(
    "case when s.shown ->> 'status' in ('continuing', 'ended') then s.shown ->> 'status' end"
  ),
  externalIds: `coalesce(${shown("nullif(s.shown -> 'externalIds', 'null')")}, '{}')`,
  code: textIn("code"),
  urls: `coalesce(${shown("case when jsonb_typeof(s.shown -> 'urls') = 'array' then s.shown -> 'urls' end")}, '[]')`
}

const order = `array[${sourceNames.map((name) => `'${name}'`).join(", ")}]`
const created = `to_char(v.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const byName = (field: string) => `jsonb_build_array(jsonb_build_object('source', 'name', 'value', v.${field},
  'at', ${created}, 'by', null, 'ref', null))`

/**
 * Returns an SQL condition that omits the sources of entities for callers who hide NSFW content,
 * because a source may contain the name of an NSFW entity.
 */
const hiddenFrom = ({ showNsfw }: Principal): string =>
  showNsfw ? "" : `and f.key not in (${relatedSourced.map((field) => `'${field}'`).join(", ")})`

const forEditors = (principal: Principal, sql: string) => (Access.can(principal, "edit-item") ? sql : "null")

/**
 * Returns SQL for the sources of each field of an item `v`. If the item has no row in `item_sources`, its title and any
 * date come from the file name.
 */
export const sourcesExpression = (principal: Principal): string => `coalesce(
  (select jsonb_object_agg(f.key, (
    select jsonb_agg(jsonb_build_object('source', c.key, 'value', c.value -> 'value', 'at', c.value -> 'at',
      'by', ${forEditors(principal, "(select a.username from accounts a where a.id = (c.value ->> 'by')::uuid)")},
      'ref', case when c.key = 'nfo' then c.value -> 'ref' else ${forEditors(principal, "c.value -> 'ref'")} end) order by array_position(${order}, c.key))
    from jsonb_each(f.value) c)) from item_sources s cross join jsonb_each(s.stated) f where s.item_id = v.id ${hiddenFrom(principal)}),
  jsonb_build_object('title', ${byName("title")})
    || case when v.date is null then '{}' else jsonb_build_object('date', ${byName("date")}) end)`
