import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { membersOf } from "../../catalog/membership/members.ts"
import { kinds } from "../../generated/kinds.ts"
import { viewing, withinTime } from "./members.ts"
import { findShown, getCollection } from "./queries.ts"

/** Maximum number of items in an export. */
const most = 10_000

const Row = Schema.Struct({
  id: Schema.String,
  kind: Schema.String,
  title: Schema.String,
  date: Schema.NullOr(Schema.String),
  duration: Schema.NullOr(Schema.Number)
})

const exported = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    const row = yield* findShown(principal, id)
    const context = yield* viewing(principal, [row])
    const { order, rows } = membersOf(context, row)
    const items = yield* withinTime(
      row.rules,
      rowsOf(Row)(context.sql`
        select v.id, v.kind::text as kind, v.title, v.date, v.duration
        from (select m.id, row_number() over (order by ${order}) as nth from (${rows}) m) m join items v on v.id = m.id
        order by m.nth limit ${most}`)
    )
    return { row, items }
  })

/** Replaces line breaks with spaces, because a line break would end the entry of a playlist. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, " ")

/** Returns a playlist with the URLs of the videos and tracks. Players need to sign in to play the URLs. */
export const playlistOf = Effect.fn("collections.playlist")(function* (
  principal: Principal,
  id: string,
  origin: string
) {
  const { items, row } = yield* exported(principal, id)
  const lines = items.flatMap((item) => {
    const kind = kinds.find((each) => each.kind === item.kind)
    if (kind === undefined || (item.kind !== "video" && item.kind !== "track")) return []
    return [
      `#EXTINF:${item.duration === null ? -1 : Math.round(item.duration)},${oneLine(item.title)}`,
      `${origin}${kind.paths.bytes.replace(":id", item.id)}`
    ]
  })
  return ["#EXTM3U", `#PLAYLIST:${oneLine(row.name)}`, ...lines, ""].join("\n")
})

export const jsonOf = Effect.fn("collections.json")(function* (principal: Principal, id: string) {
  const { items } = yield* exported(principal, id)
  const { description, limit, mode, name, rules, sort, text } = yield* getCollection(principal, id)
  return JSON.stringify({ name, description, mode, text, rules, sort, limit, items }, null, 2)
})
