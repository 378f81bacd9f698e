import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import { evaluate, type QueryRecord } from "@media/query/evaluate"
import type { Field } from "@media/query/Field"
import { canonical } from "@media/query/canonical"
import { WORDS } from "@media/query/Field"
import { operatorsOf } from "@media/query/Operator"
import { randomCondition } from "@media/query/testing/randomTree"
import { printNode } from "@media/query/text/print"
import { condition, group, type Node } from "@media/query/Tree"
import { seeded } from "@media/jobs/testing/Random"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { kinds } from "../../generated/kinds.ts"
import { itemReads } from "@media/testkit/seed/ItemReads"
import { makeEntities, relate } from "@media/testkit/seed/RelatedRecords"
import type { ItemKind } from "../../ItemKind.ts"
import { itemsOfTarget } from "../../app/bulk/queries.ts"
import { asked } from "../items/asked.ts"
import { wordOf } from "../items/matching.ts"
import { compile } from "./compile.ts"
import type { SqlSource } from "./sources.ts"
import { itemFieldTable } from "./itemFields.ts"

const clock = { now: Date.parse("2026-03-15T12:00:00Z"), zone: "Europe/Berlin" }
/** The lists of the product read the time from the clock of the process. */
const fixedClock: Clock.Clock = Object.assign(Clock.make(), {
  currentTimeMillis: Effect.succeed(clock.now)
})
const DAY = 86_400_000
const names = ["Noir", "The Long Goodbye", "Ångström", "100% _wild_", "part 7", "Sünde", "noir"]
const hashes = ["88982eebd3552d9c", "88982eebd3552d9f", "0000000000000001"]

let server: TestServer
let accountId: string
let libraries: ReadonlyArray<{ readonly id: string; readonly name: string }> = []
/** The library of each item, and whether the item itself is marked NSFW. */
const places = new Map<
  string,
  { readonly library: { readonly id: string; readonly name: string }; readonly isNsfw: boolean }
>()
const fields = itemFieldTable()
const records = new Map<string, QueryRecord>()

/** One item with random facts, in the tables and as a record. */
const seedItem = async (
  random: ReturnType<typeof seeded>,
  kind: ItemKind,
  libraries: ReadonlyArray<{ id: string; name: string }>
) => {
  const maybe = <Value>(value: Value): Value | null => (random.below(3) === 0 ? null : value)
  const library = random.oneOf(libraries)
  const title = `${random.oneOf(names)} ${random.below(4)}`
  const id = await makeItem(server, {
    kind,
    libraryId: library.id,
    title,
    isNsfw: random.below(4) === 0,
    isMissing: random.below(5) === 0
  })
  const date = maybe(random.oneOf(["1946", "2014-05-31", "2026-03-15", "2026-03-14", "2026"]))
  const at = clock.now - random.below(60) * (DAY / 2)
  const size = maybe(random.oneOf([1_000, 2_000_000_000, 734_003_200]))
  const duration = kind === "video" || kind === "track" ? maybe(random.oneOf([60, 5400, 95.5])) : null
  const [width, height] = random.oneOf([
    [null, null],
    [1920, 800],
    [720, 576],
    [3840, 2160]
  ] as const)
  const moment = kind === "image" ? maybe(at - DAY) : null
  await server.rows(
    `update items set date = $2, created_at = to_timestamp($3::float8 / 1000), updated_at = to_timestamp($3::float8 / 1000), size_bytes = $4,
      duration = $5, width = $6, height = $7, moment = to_timestamp($8::float8 / 1000) at time zone 'UTC' where id = $1`,
    [id, date, at, size, duration, width, height, moment]
  )
  const userState =
    random.below(3) === 0
      ? undefined
      : {
          rating: maybe(random.oneOf([0, 40, 80])),
          isFavorite: random.below(2) === 0,
          isWatched: random.below(2) === 0,
          plays: random.below(3)
        }
  if (userState !== undefined)
    await server.rows(
      "insert into user_items (account_id, item_id, rating, is_favorite, is_watched, play_count) values ($1, $2, $3, $4, $5, $6)",
      [accountId, id, userState.rating, userState.isFavorite, userState.isWatched, userState.plays]
    )
  const played = random.below(2) === 0 ? undefined : { at: at + 1000, position: maybe(12) }
  if (played !== undefined)
    await server.rows(
      "insert into user_progress (account_id, item_id, position, last_played_at, told_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000), now())",
      [accountId, id, played.position, played.at]
    )
  const [row] = await server.rows(
    "select coalesce(v.role::text, v.kind::text) as role, v.status, v.shuffle_key::float8 as shuffle, f.path from items v join item_files f on f.item_id = v.id where v.id = $1",
    [id]
  )
  const own: Record<string, unknown> = {}
  const words = [title]
  const related = (name: string | null) => (name === null ? [] : [{ id: name, names: [name] }])
  if (kind === "video") {
    const codec = maybe(random.oneOf(["hevc", "h264"]))
    await server.rows(
      "insert into video_facts (item_id, video_codec, bit_rate, frame_rate) values ($1, $2, $3, $4) on conflict (item_id) do update set video_codec = $2, bit_rate = $3, frame_rate = $4",
      [id, codec, 5_000_000, 23.976]
    )
    Object.assign(own, {
      videoCodec: codec,
      bitRate: 5_000_000,
      frameRate: 23.976,
      resolution: width === null ? null : width === 1920 ? "1080p" : width === 720 ? "sd" : "4k"
    })
  }
  if (kind === "track" || kind === "album") {
    const artist = maybe(random.oneOf(names))
    if (artist !== null) {
      words.push(artist)
      await server.rows(
        `insert into ${kind === "track" ? "track" : "album"}_artists (item_id, ordinal, artist_id, name) values ($1, 0, gen_random_uuid(), $2)`,
        [id, artist]
      )
    }
    own["artist"] = related(artist)
  }
  if (kind === "book") {
    const [author, series, pages] = [maybe(random.oneOf(names)), maybe(random.oneOf(names)), maybe(300)]
    if (author !== null) {
      words.push(author)
      await server.rows(
        "insert into book_authors (item_id, ordinal, author_id, role, name) values ($1, 0, gen_random_uuid(), 'author', $2)",
        [id, author]
      )
    }
    if (series !== null) words.push(series)
    await server.rows(
      "insert into book_facts (item_id, series_id, series, pages, format, is_right_to_left, is_protected) values ($1, case when $2::text is not null then gen_random_uuid() end, $2, $3, 'epub', false, false) on conflict (item_id) do update set series_id = excluded.series_id, series = excluded.series, pages = excluded.pages, format = excluded.format",
      [id, series, pages]
    )
    Object.assign(own, { author: related(author), bookSeries: related(series), pages, format: "epub" })
  }
  Object.assign(own, await relate(server, random, id))
  // The edit above was made today.
  await server.rows("update items set updated_at = to_timestamp($2::float8 / 1000) where id = $1", [id, at])
  const phash = maybe(random.oneOf(hashes))
  await server.rows(
    "insert into item_fingerprints (item_id, size_bytes, mtime_ms, phash) values ($1, 1, 1, ('x' || $2::text)::bit(64)::bigint)",
    [id, phash]
  )
  const isSized = kind === "video" || kind === "image"
  const [{ is_nsfw: isNsfw }] = (await server.rows("select is_nsfw from items where id = $1", [
    id
  ])) as unknown as [{ is_nsfw: boolean }]
  places.set(id, { library, isNsfw })
  records.set(id, {
    kind,
    words,
    values: {
      kind: row!["role"],
      library: [{ id: library.id, names: [library.name] }],
      status: row!["status"],
      isMissing: row!["status"] === "missing",
      isOrganized: false,
      isNsfw,
      title,
      path: row!["path"],
      date,
      createdAt: at,
      updatedAt: at,
      size,
      duration,
      width: isSized ? width : null,
      height: isSized ? height : null,
      random: row!["shuffle"],
      takenAt: moment,
      isFavorite: userState?.isFavorite ?? false,
      isWatched: userState?.isWatched ?? false,
      isInProgress: played !== undefined && played.position !== null,
      rating: userState?.rating ?? null,
      playCount: userState?.plays ?? 0,
      lastPlayedAt: played?.at ?? null,
      phash,
      ...own
    }
  })
}

beforeAll(async () => {
  server = await startTestServer()
  await server.setup()
  accountId = String((await server.rows("select id from accounts"))[0]!["id"])
  await makeEntities(server, accountId)
  const random = seeded(7)
  libraries = await Promise.all(
    ["Noir", "Ünterwegs", "Third", "Red"].map(async (name) => ({
      id: await makeLibrary(server, { name, isNsfw: name === "Red" }),
      name
    }))
  )
  for (const { kind } of kinds) for (let n = 0; n < 16; n += 1) await seedItem(random, kind, libraries)
})
afterAll(() => server.stop())

const Row = Schema.Struct({ id: Schema.String, matches: Schema.Array(Schema.Boolean) })

/** Compares the compiled SQL of many trees with the evaluator, on all items of each kind, in one statement for each kind. */
const expectEqual = async (trees: ReadonlyArray<Node>) => {
  for (const { kind } of kinds) {
    const rows = await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const words = (phrase: string) => wordOf(sql, kind, phrase)
        const options = { fields, kind, isOfItems: true, accountId, clock, words }
        const columns = trees.flatMap((tree) => {
          const { walked, where } = compile(sql, tree, options)
          return [sql`(${where}) is true`, sql`(${walked}) is true`]
        })
        return yield* rowsOf(Row)(sql`
          select v.id, array[${sql.csv(columns)}] as matches from items v where v.kind = ${sql.literal(`'${kind}'`)}`)
      })
    )
    for (const [n, tree] of trees.entries()) {
      const compiled = rows.filter(({ matches }) => matches[2 * n]).map(({ id }) => id)
      const walked = rows.filter(({ matches }) => matches[2 * n + 1]).map(({ id }) => id)
      expect(walked).toEqual(compiled)
      const evaluated = [...records].filter(
        ([, record]) => record.kind === kind && evaluate(tree, record, fields, clock)
      )
      const ids = new Set(evaluated.map(([id]) => id))
      if (compiled.length === ids.size && compiled.every((id) => ids.has(id))) continue
      expect([kind, printNode(tree, fields), compiled.sort()]).toEqual([
        kind,
        printNode(tree, fields),
        [...ids].sort()
      ])
    }
  }
}

/** Values that occur among the items, in addition to random ones, so that conditions match something. */
const likely = (field: Field): fc.Arbitrary<Node> =>
  randomCondition(field).map((node) => {
    if (
      node.type !== "condition" ||
      typeof node.value !== "string" ||
      !["text", "ref"].includes(field.type.name)
    )
      return node
    return { ...node, value: names[node.value.length % names.length]! }
  })

const treeOf = (all: ReadonlyArray<Field<SqlSource>>): fc.Arbitrary<Node> =>
  fc.letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(
        fc.constantFrom(...all).chain(likely),
        fc.constantFrom("noir", "part", "100%", "ong G").map((text) => condition(WORDS, "equals", text))
      ),
      fc
        .record({
          operator: fc.constantFrom("and" as const, "or" as const, "not" as const),
          children: fc.array(tie("node"), { maxLength: 3 })
        })
        .map(({ children, operator }) => group(operator, children))
    )
  })).node

const randomNode = treeOf(fields.fields)

describe("the compiled SQL finds the same items as the evaluator", () => {
  it.each(fields.fields.map((field) => [field.name, field] as const))(
    "for 200 conditions of every operator of %s",
    async (_, field) => {
      const conditions = fc.sample(likely(field), { numRuns: 200, seed: 1 })
      const operators = new Set(conditions.map((node) => (node.type === "condition" ? node.operator : "")))
      expect([...operators].sort()).toEqual([...operatorsOf(field.type)].sort())
      const trees = conditions.map((tree, n) => (n % 2 === 0 ? tree : group("not", [tree])))
      for (let n = 0; n < trees.length; n += 50) await expectEqual(trees.slice(n, n + 50))
    },
    120_000
  )

  it.each(["video_facts", "image_facts", "book_facts", "audio_facts", "item_files"])(
    "for random trees on %s, which is read once",
    async (table) => {
      const own = fields.fields.filter(({ source }) => source.from === "facts" && source.table === table)
      expect(own.length).toBeGreaterThan(0)
      const trees = fc.sample(treeOf(own), { numRuns: 100, seed: 4 })
      for (let n = 0; n < trees.length; n += 20) await expectEqual(trees.slice(n, n + 20))
    },
    120_000
  )

  it("for random trees of and, or and not", async () => {
    const trees = fc.sample(randomNode, { numRuns: 200, seed: 3 })
    for (let n = 0; n < trees.length; n += 20) await expectEqual(trees.slice(n, n + 20))
  }, 120_000)
})

const viewer = fc
  .record({
    role: fc.constantFrom("administrator" as const, "member" as const),
    showNsfw: fc.boolean(),
    granted: fc.subarray([0, 1, 2, 3])
  })
  .map(({ granted, ...rest }) => ({ ...rest, libraryIds: granted.map((n) => libraries[n]!.id) }))
const isSeen = (
  { libraryIds, role, showNsfw }: Pick<Principal, "role" | "showNsfw" | "libraryIds">,
  id: string
): boolean => {
  const { library, isNsfw } = places.get(id)!
  return (
    (role === "administrator" || libraryIds.includes(library.id)) &&
    (showNsfw || (!isNsfw && library.name !== "Red"))
  )
}

it("never lists, counts or selects anything hidden from the viewer", async () => {
  const cases = fc.sample(fc.tuple(randomNode, viewer, fc.constantFrom(...kinds), fc.boolean()), {
    numRuns: 300,
    seed: 5
  })
  for (const [tree, rights, { kind }, isOwnOrder] of cases) {
    const principal: Principal = {
      ...rights,
      accountId,
      sessionId: accountId,
      username: "x",
      mayCreateLibraries: false
    }
    const q = printNode(canonical(tree), fields)
    const sort = isOwnOrder ? ("rating" as const) : ("title" as const)
    const params = { page: 1, perPage: 500, sort, order: "asc" as const, ...(q === "" ? {} : { q }) }
    const [page, selected] = await server.run(
      Effect.all([
        Effect.flatMap(asked(principal, kind, params), (filter) => itemReads[kind].list(principal, filter)),
        itemsOfTarget(principal, { filter: { kind, sort, ...(q === "" ? {} : { q }) } })
      ]).pipe(Effect.withClock(fixedClock), Effect.orDie)
    )
    const wanted = [...records]
      .filter(
        ([id, record]) =>
          record.kind === kind &&
          isSeen(rights, id) &&
          (!isOwnOrder || record.values["rating"] !== null) &&
          evaluate(tree, record, fields, { ...clock, zone: "UTC" })
      )
      .map(([id]) => id)
      .sort()
    const what = `${kind} ${q} ${JSON.stringify(rights)}`
    expect([what, page.items.map(({ id }) => id).sort(), page.total]).toEqual([what, wanted, wanted.length])
    expect([what, selected.items.map(({ id }) => id), selected.matched]).toEqual([
      what,
      wanted,
      wanted.length
    ])
  }
}, 120_000)
