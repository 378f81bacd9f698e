import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { isSameJson } from "@media/kernel/Json"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { itemDecider, type ItemCommand } from "../../catalog/items/decider.ts"
import { followSources } from "../../catalog/items/relatedSources.ts"
import { relatedSourced, sourcedFields } from "../../catalog/items/sourcedFields.ts"
import { decidingSource, shownValue, type StatedFields } from "../../catalog/items/sources.ts"
import { relateFrom } from "../../catalog/relations/commands.ts"
import type { RelatedPatch } from "../../catalog/relations/contract.ts"

type Values = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0)

/**
 * Returns the external ids of both items combined. If the ids need not be written, returns undefined. This is the case
 * if the target already has all of the ids, or if all ids come from file names.
 */
const joinedIds = (from: StatedFields, to: StatedFields): Values | undefined => {
  const own = (shownValue(to, "externalIds") ?? {}) as Values
  const joined = { ...((shownValue(from, "externalIds") ?? {}) as Values), ...own }
  const isOfNames = [from, to].every(({ externalIds }) => (decidingSource(externalIds) ?? "name") === "name")
  return isOfNames || isSameJson(joined, own) ? undefined : joined
}

/**
 * Returns the values to copy into the empty fields of the target, grouped by the source under which they are stored. A
 * field that a user has cleared remains empty, and titles from file names are not copied. Pure.
 */
export const filledBy = (
  from: StatedFields,
  to: StatedFields
): { readonly user: Values; readonly scrape: Values } => {
  const user: Record<string, unknown> = {}
  const scrape: Record<string, unknown> = {}
  for (const field of [...sourcedFields, ...relatedSourced]) {
    const source = decidingSource(from[field])
    if (field === "title") {
      if (source === "user" && to.title?.user === undefined) user[field] = shownValue(from, field)
    } else if (field === "externalIds") {
      const joined = joinedIds(from, to)
      const isAboveScrape = ["user", "nfo"].includes(decidingSource(to[field]) ?? "name")
      if (joined !== undefined) (isAboveScrape ? user : scrape)[field] = joined
    } else if (!isEmpty(shownValue(from, field)) && isEmpty(shownValue(to, field)) && !to[field]?.user)
      (source === "user" ? user : scrape)[field] = shownValue(from, field)
  }
  return { user, scrape }
}

const Row = Schema.Struct({ id: Schema.String, stated: Schema.Unknown, isNsfw: Schema.Boolean })

/** Copies values from the series or season `fromId` into empty fields of `toId`. */
export const fillFields = Effect.fn("series.fillFields")(function* (
  fromId: string,
  toId: string,
  meta: EventMeta,
  { withTitle }: { readonly withTitle: boolean }
) {
  const sql = yield* SqlClient.SqlClient
  const store = yield* EventStore
  const rows = yield* rowsOf(Row)(sql`
    select v.id, coalesce(s.stated, '{}') as stated, v.is_nsfw_own as "isNsfw"
    from items v left join item_sources s on s.item_id = v.id where v.id in (${fromId}, ${toId})`)
  const of = (id: string) => rows.find((row) => row.id === id)
  const from = (of(fromId)?.stated ?? {}) as StatedFields
  const { title, ...others } = from
  const { scrape, user } = filledBy(withTitle ? from : others, (of(toId)?.stated ?? {}) as StatedFields)
  const commands: ReadonlyArray<ItemCommand> = [
    { _tag: "Take", user, scrape },
    // The target must be marked as NSFW too. Otherwise, viewers who do not see NSFW content would see the moved
    // episodes.
    ...(of(fromId)?.isNsfw === true ? [{ _tag: "Edit" as const, changes: { isNsfw: true } }] : [])
  ]
  for (const command of commands)
    yield* store
      .execute({ streamId: toId, decider: itemDecider, command, meta })
      .pipe(Effect.catchTags({ Conflict: Effect.die, ProbeOutdated: Effect.die }))
  const given = relatedSourced.filter((field) => user[field] !== undefined)
  if (given.length > 0)
    yield* relateFrom(
      "user",
      toId,
      Object.fromEntries(given.map((field) => [field, user[field]])) as RelatedPatch,
      meta
    )
  yield* followSources(toId, Object.keys(scrape), meta)
})
