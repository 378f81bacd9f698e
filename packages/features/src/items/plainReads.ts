import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bytesUrl, type MediaKind } from "../MediaKind.ts"
import type { AnyItemFilter } from "./contract.ts"
import type { ItemKind } from "./kinds.ts"
import { detailRow, findItem, listItems, summaryRow, toWire } from "./queries.ts"

const summary = Schema.Struct(summaryRow)
const detail = Schema.Struct(detailRow)

/** Lists and shows the items of a kind that has nothing of its own yet. */
export const plainReads = <const Kind extends ItemKind>({ kind, paths }: MediaKind<Kind>) => ({
  kind,
  list: (principal: Principal, filter: AnyItemFilter) =>
    Effect.map(listItems(principal, { kind, row: summary }, filter), (page) => ({
      ...page,
      items: page.items.map((row) => ({ ...toWire(row), kind }))
    })),
  get: (principal: Principal, id: string) =>
    Effect.map(findItem(principal, { kind, row: detail }, id), (row) => ({
      ...toWire(row),
      kind,
      sourceUrl: bytesUrl({ paths }, row.id)
    }))
})
