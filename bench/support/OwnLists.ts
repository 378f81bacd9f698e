import { homeOf } from "@media/features/app/home/queries"
import { timeline } from "@media/features/media/images/timeline"
import type { ListFilter } from "@media/features/catalog/items/listFilter"
import { type Database, itemReads, readKinds } from "@media/testkit/seed/ItemReads"
import { seedAdministrator, seedMember, type Collection } from "@media/testkit/seed/ManyItems"
import * as Effect from "effect/Effect"
import { median, type Report } from "./Report.ts"

const rounds = 5
const roundsBefore = 6
const first: ListFilter = { page: 1, perPage: 40, sort: "createdAt", order: "desc" }
const filters: ReadonlyArray<readonly [string, Partial<ListFilter>]> = [
  ["favorites", { isFavorite: true }],
  ["rated 80", { ratingMin: 80, sort: "title", order: "asc" }],
  ["in progress", { isInProgress: true, sort: "lastPlayedAt" }],
  ["played", { sort: "lastPlayedAt" }],
  ["unwatched", { isWatched: false }],
  ["not favorite", { isFavorite: false, sort: "title" }]
]

/**
 * Measures the home page, the timeline, and the lists that are filtered by the account's own user state (in progress,
 * played, favorite). Measures all of them both as an administrator and as a member.
 */
export const askOwnLists = (collection: Collection, report: Report) =>
  Effect.gen(function* () {
    const measure = <E, R extends Database>(ask: Effect.Effect<unknown, E, R>) =>
      Effect.gen(function* () {
        const times: Array<number> = []
        for (let n = -roundsBefore; n < rounds; n += 1) {
          const from = performance.now()
          yield* ask
          if (n >= 0) times.push(performance.now() - from)
        }
        return `${median(times).toFixed(1)} (${Math.max(...times).toFixed(1)})`
      })
    for (const [name, principal] of [
      ["administrator", seedAdministrator],
      ["member of three", seedMember(collection)]
    ] as const) {
      const rows: Array<ReadonlyArray<string>> = []
      for (const kind of readKinds) {
        const row: Array<string> = []
        for (const [, filter] of filters) {
          const ask = itemReads[kind].list(principal, { ...first, ...filter })
          const { total } = yield* ask
          row.push(`${yield* measure(ask)} of ${total}`)
        }
        rows.push([kind, ...row])
      }
      report.table([`${name}: median (worst) ms`, ...filters.map(([what]) => what)], rows)
      report.line(`${name}, home: ${yield* measure(homeOf(principal))} ms`)
      const days = timeline(principal, { order: "desc" })
      const { total } = yield* days
      report.line(`${name}, timeline of ${total} images: ${yield* measure(days)} ms`)
    }
  })
