import { authenticate } from "@media/features/identity/accounts/sessions"
import { homeOf } from "@media/features/app/home/queries"
import { onThisDay } from "@media/features/media/images/onThisDay"
import { timeline } from "@media/features/media/images/timeline"
import { listFiles } from "@media/features/library/libraries/files"
import { listLibraries } from "@media/features/library/libraries/queries"
import { entriesOfFolders, pageOfEntries, pageOfFolders } from "@media/features/catalog/files/Manifest"
import { livingAt } from "@media/features/catalog/files/Entities"
import { pathHash } from "@media/features/catalog/files/PathHashes"
import { kinds } from "@media/features/generated/kinds"
import { findMoves } from "@media/features/catalog/files/Moves"
import { findStanding } from "@media/features/catalog/user-items/queries"
import { asked } from "@media/features/catalog/items/asked"
import type { MovingItemFilter } from "@media/features/catalog/items/contract"
import { listMovieSets } from "@media/features/media/series/movieSets"
import { getVideo, listVideos } from "@media/features/media/videos/queries"
import { sourceFor } from "@media/features/media/videos/source"
import { startStore } from "@media/testkit/TestServer"
import { withClient } from "@media/testkit/TemplateSchema"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { statementsOf } from "./statements.ts"

/** Tables that grow with the library. A query that reads one of them completely becomes slower as the library grows. */
const mediaTables = new Set([
  "items",
  "item_files",
  "video_facts",
  "image_facts",
  "item_pictures",
  "scanned_files",
  "user_items",
  "user_progress",
  "events",
  "jobs"
])
const rows = 20_000
const id = "00000000-0000-7000-8000-000000000001"

const store = await startStore()
afterAll(() => store.stop())

const seed = `
  insert into libraries values ('${id}', 'Films', false, '{videos}', now());
  insert into library_roots values ('${id}', '${id}', '/films', true, true, 0);
  insert into items (id, library_id, kind, role, size_bytes, title, sort_title, is_organized, status, duration,
    shuffle_key, created_at, updated_at)
  select gen_random_uuid(), case when n % 50 = 0 then gen_random_uuid() else '${id}' end, 'video', 'video', 1000000 + n,
    'The Film ' || md5(n::text), 'film ' || md5(n::text), n % 3 = 0,
    (array['ready','ready','ready','ready','arriving','missing','failed']::item_status[])[1 + n % 7], n % 7000,
    hashtextextended(n::text, 0), now() - n * interval '1 second', now()
  from generate_series(1, ${rows}) n;
  insert into item_files (item_id, root_id, size_bytes, mtime_ms, oshash, is_present, is_probed, path_hash, path)
  select id, '${id}', size_bytes, size_bytes - 1000000, shuffle_key, true, true, substr(sha256(path::bytea), 1, 16), path
  from (select *, 'f' || size_bytes % 400 || '/' || size_bytes as path from items) v;
  insert into video_facts (item_id, probe) select id, jsonb_build_object('filler', repeat(title, 40)) from items;
  insert into item_pictures (item_id, version, width, height, thumb_hash)
  select id, 'v', 1280, 720, md5(id::text) from items;
  insert into scanned_files (root_id, path_hash, folder_hash, path_bytes, path, kind, size_bytes, mtime_ms, scan_result,
    entity_type, entity_id)
  select root_id, path_hash, decode(md5(split_part(path, '/', 1)), 'hex'), path::bytea, path, 'file', size_bytes,
    mtime_ms, 'indexed', 'video', item_id from item_files;
  insert into events (stream_id, version, type, data) select id, 1, 'item.registered.v1', '{}' from items;
  insert into user_items (account_id, item_id, rating, is_favorite, is_watched)
  select account, v.id, case when account = '${id}' or shuffle_key % 40 = 2 then 50 end, shuffle_key % 40 = 0, shuffle_key % 40 = 1
  from items v, (values ('${id}'::uuid), (gen_random_uuid())) accounts (account);
  insert into user_progress (account_id, item_id, position, last_played_at, told_at)
  select case when shuffle_key % 40 = 0 then '${id}' else gen_random_uuid() end, id,
    case when shuffle_key % 80 = 0 then 60 end, created_at, created_at from items;
  insert into jobs (id, queue, state, target_type, target_id, target_label, payload, triggered_by, enqueued_in, queued_at,
    started_at, finished_at)
  select gen_random_uuid(), 1 + n % 15, case when n % 500 = 0 then 4 else 2 end, 'video', n::text, 'a file', '{}', 'scan',
    gen_random_uuid(), now(), now(), now() from generate_series(1, ${rows}) n;
  analyze;`

beforeAll(() => withClient(store.url, (client) => client.query(seed)), 60_000)

interface Plan {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly Plans?: ReadonlyArray<Plan>
}

const wholeReads = (plan: Plan): ReadonlyArray<string> => [
  ...(plan["Node Type"].includes("Seq Scan") && mediaTables.has(plan["Relation Name"] ?? "")
    ? [`${plan["Node Type"]} on ${plan["Relation Name"]}`]
    : []),
  ...(plan.Plans ?? []).flatMap(wholeReads)
]

const findings = async (effect: Effect.Effect<unknown, unknown, never>) => {
  const sent = await statementsOf(() => store.run(Effect.either(effect) as Effect.Effect<unknown>))
  expect(sent.length).toBeGreaterThan(0)
  return withClient(store.url, async (client) => {
    await client.query("set random_page_cost = 1.1")
    const found: Array<string> = []
    for (const { text, values } of sent) {
      const answer = await client.query(`explain (format json) ${text}`, values)
      const [{ Plan: plan }] = answer.rows[0]["QUERY PLAN"] as [{ readonly Plan: Plan }]
      found.push(
        ...wholeReads(plan).map((what) => `${what}: ${text.trim().replace(/\s+/g, " ").slice(0, 120)}`)
      )
    }
    return found
  })
}

const administrator: Principal = {
  accountId: id,
  sessionId: id,
  username: "root",
  role: "administrator",
  showNsfw: true,
  mayCreateLibraries: true,
  libraryIds: []
}
const member: Principal = { ...administrator, role: "member", showNsfw: false, libraryIds: [id] }

const filter: MovingItemFilter = { page: 1, perPage: 40, sort: "createdAt", order: "desc" }
const filters: ReadonlyArray<readonly [string, MovingItemFilter]> = [
  ...(["createdAt", "title", "date", "duration", "size", "random", "resolution", "rating"] as const).map(
    (sort) => [`by ${sort}`, { ...filter, sort }] as const
  ),
  ["deep page", { ...filter, page: 300 }],
  ["one library", { ...filter, libraryId: id }],
  ["failed", { ...filter, status: "failed" }],
  ["ready of one library", { ...filter, status: "ready", libraryId: id }],
  ["short", { ...filter, durationMax: 60 }],
  ["sharp and long", { ...filter, durationMin: 3_600, resolution: "4k", sort: "title" }],
  ["search", { ...filter, q: "abcd1" }],
  ["favorites", { ...filter, isFavorite: true }],
  ["watched, by title", { ...filter, isWatched: true, sort: "title" }],
  ["in progress", { ...filter, isInProgress: true, sort: "lastPlayedAt" }],
  ["played and rated", { ...filter, ratingMin: 60, sort: "lastPlayedAt" }],
  ["unwatched and not in progress", { ...filter, isWatched: false, isInProgress: false }]
]

describe.each([
  ["an administrator", administrator],
  ["a member", member]
])("no query for %s reads a whole media table:", (_, principal) => {
  it.each(filters)("videos, %s", async (_, wanted) => {
    const list = Effect.flatMap(asked(principal, "video", wanted), (read) => listVideos(principal, read))
    expect(await findings(list as never)).toEqual([])
  })

  it.each([
    ["one video", getVideo(principal, id)],
    ["its file", sourceFor(principal, id)],
    ["libraries", listLibraries(principal)],
    ["the home page", homeOf(principal)],
    ["movie sets", listMovieSets(principal, { page: 1, perPage: 40 })],
    ["the timeline of images", timeline(principal, { order: "desc", status: "ready" })],
    ["images of this day in earlier years", onThisDay(principal, { date: "2026-05-31" })],
    ["where one stands in a video", findStanding(principal, "video", id)],
    ["a session", authenticate("x".repeat(43))]
  ])("%s", async (_, effect) => {
    expect(await findings(effect as never)).toEqual([])
  })
})

describe("no query of the scanner reads a whole media table:", () => {
  const file = { relative: Buffer.from("a/b.mp4"), name: "b.mp4", size: 1_000_500, mtimeMs: 1 }
  const folders = Array.from({ length: 20 }, (_, n) => Buffer.from(`f${n}`))

  it.each([
    ["notes of twenty folders", entriesOfFolders(id, folders)],
    ["entries of folders that are gone", pageOfEntries(id, folders.map(pathHash), undefined, 500)],
    ["living videos of new files", livingAt(id, folders)],
    [
      "candidates for a move",
      findMoves(Buffer.from("/films"), [{ file, kind: kinds.find(({ kind }) => kind === "video")! }])
    ],
    ["files of one folder", listFiles(administrator, { rootId: id, path: "f7", page: 1, perPage: 40 })]
  ])("%s", async (_, effect) => {
    expect(await findings(effect as never)).toEqual([])
  })

  it("has one exception: a scan reads all folders of a root once", async () => {
    const found = await findings(pageOfFolders(id, undefined, 500) as never)
    expect(found.filter((what) => !what.includes("scanned_files"))).toEqual([])
  })
})
