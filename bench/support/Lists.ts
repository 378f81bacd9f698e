import type { ListFilter } from "@media/features/catalog/items/listFilter"
import { sourceOf } from "@media/features/catalog/items/source"
import { QueryCache } from "@media/pg/QueryCache"
import { type Database, itemReads, readKinds, sortsOf } from "@media/testkit/seed/ItemReads"
import {
  COMMON_WORD,
  RARE_WORD,
  seedAdministrator,
  seedMember,
  type Collection
} from "@media/testkit/seed/ManyItems"
import { kindReads } from "@media/testkit/seed/KindReads"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { median, type Report } from "./Report.ts"

type Asked = Effect.Effect<unknown, unknown, Database>

const rounds = 5
/**
 * Number of warm-up runs before the measurement. A statement is prepared on its third use, and PostgreSQL may cache its
 * plan after five more.
 */
const roundsBefore = 8
const limitMillis = 300
/** Queries that must read every title of a kind to count their results. */
const expensive = ["two letters", "every title"]

const first: ListFilter = { page: 1, perPage: 40, sort: "createdAt", order: "desc" }

/**
 * Measures the list queries of every kind with each sort order, filter and search text. Prints the medians and the
 * slowest queries.
 */
export const askLists = (collection: Collection, report: Report) =>
  Effect.gen(function* () {
    const all: Array<readonly [millis: number, what: string]> = []
    const measure = (what: string, ask: Asked) =>
      Effect.gen(function* () {
        const times: Array<number> = []
        for (let n = -roundsBefore; n < rounds; n += 1) {
          const from = performance.now()
          yield* ask
          const millis = performance.now() - from
          if (n >= 0) times.push(millis)
          else if (millis > limitMillis) n = -1
        }
        const worst = Math.max(...times)
        all.push([worst, what])
        return `${median(times).toFixed(1)} (${worst.toFixed(1)})`
      })

    const pages = (name: string, principal: Principal) =>
      Effect.gen(function* () {
        const rows: Array<ReadonlyArray<string>> = []
        for (const kind of readKinds) {
          for (const sort of sortsOf(kind)) {
            const ask = (page: number) => itemReads[kind].list(principal, { ...first, sort, page })
            const { total } = yield* ask(1)
            const last = Math.ceil(total / 40)
            const times: Array<string> = []
            for (const page of [1, Math.ceil(last / 2), last])
              times.push(yield* measure(`${name}, ${kind}, by ${sort}, page ${page}`, ask(page)))
            rows.push([`${kind} by ${sort}`, String(total), ...times])
          }
        }
        report.table([`${name}: median (worst) ms`, "total", "first page", "middle page", "last page"], rows)
      })

    const others = (name: string, principal: Principal) =>
      Effect.gen(function* () {
        const rows: Array<ReadonlyArray<string>> = []
        const asked = {
          library: {},
          missing: { status: "missing" },
          organized: { isOrganized: true }
        } as const
        const words = {
          "rare word": RARE_WORD,
          "common word": COMMON_WORD,
          "two letters": "wi",
          "every title": "the"
        }
        for (const kind of readKinds) {
          const { get, list } = itemReads[kind]
          const [sample] = (yield* list(principal, first)).items
          if (sample === undefined) continue
          const filters: ReadonlyArray<readonly [string, Partial<ListFilter>]> = [
            ...Object.entries({ ...asked, library: { libraryId: sample.libraryId } }),
            ...Object.entries(words).map(([word, q]) => [word, { words: q }] as const),
            ["common word by title", { words: COMMON_WORD, sort: "title", order: "asc" }]
          ]
          const row: Array<string> = []
          for (const [what, filter] of filters) {
            const ask = list(principal, { ...first, ...filter })
            const { total } = yield* ask
            row.push(`${yield* measure(`${name}, ${kind}, ${what}`, ask)} of ${total}`)
          }
          row.push(yield* measure(`${name}, ${kind}, one item`, get(principal, sample.id)))
          const source = sourceOf(principal, kind, sample.id).pipe(Effect.provide(QueryCache.off))
          row.push(yield* measure(`${name}, ${kind}, its file`, source))
          for (const [index, [what]] of [...filters, ["one item"], ["its file"]].entries())
            rows.push([`${kind}, ${what}`, row[index] ?? ""])
        }
        report.table([`${name}: median (worst) ms`, ""], rows)
      })

    const ofKinds = (name: string, principal: Principal) =>
      Effect.gen(function* () {
        const rows: Array<ReadonlyArray<string>> = []
        for (const { ask, what } of yield* kindReads(principal))
          rows.push([what, yield* measure(`${name}, ${what}`, ask)])
        report.table([`${name}: median (worst) ms`, ""], rows)
      })

    for (const [name, principal] of [
      ["administrator", seedAdministrator],
      ["member", seedMember(collection)]
    ] as const) {
      yield* pages(name, principal)
      yield* others(name, principal)
      yield* ofKinds(name, principal)
    }
    const slowest = (isExpensive: boolean) =>
      all
        .filter(([, what]) => expensive.some((word) => what.endsWith(word)) === isExpensive)
        .reduce((one, other) => (other[0] > one[0] ? other : one))
    const [millis, what] = slowest(false)
    report.check(
      millis < limitMillis,
      `every list in ${limitMillis} ms, but those of ${expensive.join(" and ")}`,
      `${millis.toFixed(0)} ms at worst (${what})`
    )
    const [longest, which] = slowest(true)
    report.line(`those: ${longest.toFixed(0)} ms at worst (${which})`)
  })
