import { EventStore } from "@media/event-store/EventStore"
import { rebuildAll } from "@media/event-store/Rebuild"
import { uuidv7 } from "@media/kernel/Ids"
import { transaction } from "@media/pg/Transaction"
import { administrator } from "@media/testkit/Library"
import { enqueue } from "@media/jobs/Enqueue"
import { eventually, startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { albumsGroupedOf } from "../../media/albums/queue.ts"
import { fingerprintOf } from "../fingerprints/queue.ts"
import { pictureOf } from "../../playback/pictures/queue.ts"
import { previewsOf } from "../../playback/previews/queue.ts"
import { librariesToCleanUp } from "./backfill.ts"
import { cancelJobsWithoutTarget } from "./cancelJobs.ts"
import { removeLibrary, updateLibrary } from "./commands.ts"
import { forgetOrphans } from "./orphans.ts"
import { scanOf } from "./policy.ts"

let store: Awaited<ReturnType<typeof startStore>>
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())
beforeEach(() =>
  store.rows("truncate events, jobs, libraries, library_roots, items, item_files, item_texts, user_items")
)

const append = (streamId: string, ...events: ReadonlyArray<{ readonly _tag: string }>) =>
  Effect.flatMap(EventStore, (events_) =>
    events_.append([{ streamId, expectedVersion: 0, events }], { cause: "test" })
  )
const rootOf = (id: string) => ({ id, path: `/media/${id}`, enabled: false, recursive: true })

const makeLibrary = async (...rootIds: ReadonlyArray<string>) => {
  const id = uuidv7()
  const roots = rootIds.map(rootOf)
  const created = { _tag: "library.created.v1", name: "Movies", isNsfw: false, contents: ["videos"], roots }
  await store.run(append(id, created))
  return { id, roots }
}
const fill = async (libraryId: string, rootId: string, count: number) => {
  const streams = Array.from({ length: count }, (_, n) => {
    const file = { path: `${n}.mkv`, pathBytes: Buffer.from(`${n}.mkv`).toString("base64") }
    const event = {
      _tag: "item.registered.v1",
      kind: "video",
      libraryId,
      rootId,
      title: `${n}`,
      size: n,
      mtimeMs: n,
      ...file
    }
    return { streamId: uuidv7(), expectedVersion: 0, events: [event] }
  })
  await store.run(Effect.flatMap(EventStore, (events) => events.append(streams, { cause: "test" })))
  return streams.map(({ streamId }) => streamId)
}
const count = async (table: string): Promise<number> =>
  Number((await store.rows(`select count(*)::int as n from ${table}`))[0]!["n"])
const kept = async (): Promise<number> =>
  Number((await store.rows("select coalesce(sum(n), 0)::int as n from item_counts"))[0]!["n"])
const expectRebuildEqual = async () => {
  for (const { projection, tables } of await store.run(rebuildAll({ replace: false })))
    expect([projection, tables.filter((table) => table.onlyLive + table.onlyRebuilt > 0)]).toEqual([
      projection,
      []
    ])
}

it("deletes the items of a removed library in batches and keeps all counts correct", async () => {
  const root = uuidv7()
  const { id } = await makeLibrary(root)
  const [first] = await fill(id, root, 1_200)
  const rated = {
    _tag: "user-item.rated.v1",
    accountId: administrator.accountId,
    itemId: first!,
    rating: 80
  }
  await store.run(append(uuidv7(), rated))
  const other = await makeLibrary(uuidv7())
  await fill(other.id, other.roots[0]!.id, 10)
  await store.run(removeLibrary(administrator, id))
  expect(
    await store.rows(
      "select target_label from jobs where target_type = 'library' and target_label like 'Removed:%'"
    )
  ).toMatchObject([{ target_label: "Removed: Movies" }])
  const seen: Array<number> = []
  const forgotten = await store.run(
    forgetOrphans(id, (n) =>
      Effect.promise(async () => {
        seen.push(n)
        expect(await count("items")).toBe(1_210 - n)
        expect(await kept()).toBe(1_210 - n)
        if (n === 500) await expectRebuildEqual()
      })
    )
  )
  expect([forgotten, seen]).toEqual([1_200, [500, 1_000, 1_200]])
  expect([await count("items"), await count("item_files"), await count("user_items")]).toEqual([10, 10, 0])
  await expectRebuildEqual()
  expect(await store.run(forgetOrphans(id))).toBe(0)
})

it("resumes an interrupted cleanup, and queues the cleanup job again if the job was lost", async () => {
  const root = uuidv7()
  const { id } = await makeLibrary(root)
  await fill(id, root, 1_200)
  await store.run(removeLibrary(administrator, id))
  await store.run(
    Effect.gen(function* () {
      const reached = yield* Effect.makeLatch()
      const job = yield* Effect.fork(forgetOrphans(id, () => Effect.zipRight(reached.open, Effect.never)))
      yield* reached.await
      yield* Fiber.interrupt(job)
    })
  )
  expect(await count("items")).toBe(700)
  await expectRebuildEqual()
  expect(await store.run(librariesToCleanUp)).toMatchObject([
    { queue: "library-maintenance", payload: { libraryId: id } },
    { queue: "library-maintenance", payload: { generatedFiles: true } },
    { queue: "library-maintenance", payload: { nfo: true } }
  ])
  expect(await store.run(forgetOrphans(id))).toBe(700)
  expect(await store.run(librariesToCleanUp)).toMatchObject([
    { payload: { generatedFiles: true } },
    { payload: { nfo: true } }
  ])
})

it("deletes only the items of the removed root", async () => {
  const [gone, stays] = [uuidv7(), uuidv7()]
  const { id, roots } = await makeLibrary(gone, stays)
  await fill(id, gone, 30)
  const [kept] = await fill(id, stays, 20)
  await store.run(updateLibrary(administrator, id, { roots: [roots[1]!] }))
  expect(
    await store.rows(
      "select target_label from jobs where target_type = 'library' and target_label like 'Removed:%'"
    )
  ).toMatchObject([{ target_label: `Removed: /media/${gone}` }])
  expect(await store.run(forgetOrphans(id))).toBe(30)
  expect(await count("items")).toBe(20)
  expect(await count(`items where id = '${kept}'`)).toBe(1)
  await expectRebuildEqual()
})

it("keeps an item that a scan is moving to another library", async () => {
  const [gone, stays] = [uuidv7(), uuidv7()]
  const { id } = await makeLibrary(gone)
  const other = await makeLibrary(stays)
  const [moved] = await fill(id, gone, 3)
  await store.run(removeLibrary(administrator, id))
  const event = {
    _tag: "item.file-moved.v1",
    libraryId: other.id,
    rootId: stays,
    path: "moved.mkv",
    pathBytes: Buffer.from("moved.mkv").toString("base64"),
    size: 1,
    mtimeMs: 1
  }
  const forgotten = await store.run(
    Effect.gen(function* () {
      const [written, release] = [yield* Effect.makeLatch(), yield* Effect.makeLatch()]
      const move = Effect.flatMap(EventStore, (events) =>
        events.append([{ streamId: moved!, expectedVersion: 1, events: [event] }], { cause: "test" })
      )
      const moving = yield* Effect.fork(
        transaction(Effect.zipRight(move, Effect.zipRight(written.open, release.await)))
      )
      yield* written.await
      const job = yield* Effect.fork(forgetOrphans(id))
      const isWaiting = async () => (await count("pg_locks where not granted")) > 0
      yield* Effect.promise(() => eventually(isWaiting))
      yield* release.open
      yield* Fiber.join(moving)
      return yield* Fiber.join(job)
    })
  )
  expect(forgotten).toBe(2)
  expect(await store.rows("select library_id from items")).toEqual([{ library_id: other.id }])
  await expectRebuildEqual()
})

it("leaves no rows of a deleted item that is edited at the same time", async () => {
  const root = uuidv7()
  const { id } = await makeLibrary(root)
  const [itemId] = await fill(id, root, 1)
  const edited = {
    _tag: "item.edited.v1",
    editVersion: 1,
    changes: [{ field: "details", from: null, to: "Text" }]
  }
  const edit = Effect.flatMap(EventStore, (events) =>
    events.append([{ streamId: itemId!, expectedVersion: 1, events: [edited] }], { cause: "test" })
  )
  await store.run(removeLibrary(administrator, id))
  await store.run(
    Effect.gen(function* () {
      const [written, release] = [yield* Effect.makeLatch(), yield* Effect.makeLatch()]
      const job = yield* Effect.fork(
        transaction(Effect.zipRight(forgetOrphans(id), Effect.zipRight(written.open, release.await)))
      )
      yield* written.await
      const editing = yield* Effect.fork(edit)
      const isWaiting = async () => (await count("pg_locks where not granted")) > 0
      yield* Effect.promise(() => eventually(isWaiting))
      yield* release.open
      yield* Fiber.join(job)
      yield* Fiber.join(editing)
    })
  )
  expect([await count("items"), await count("item_texts")]).toEqual([0, 0])
})

it("cancels the jobs of a removed library and its items in all queues", async () => {
  const root = uuidv7()
  const { id } = await makeLibrary(root)
  const [item] = await fill(id, root, 2)
  const other = await makeLibrary(uuidv7())
  const [kept] = await fill(other.id, other.roots[0]!.id, 1)
  await store.rows("delete from jobs")
  const jobsOf = (itemId: string) => [
    pictureOf({ id: itemId, kind: "video", label: "a", triggeredBy: "library-scan" }),
    fingerprintOf({ id: itemId, kind: "video", label: "a", triggeredBy: "library-scan" }),
    previewsOf(itemId, "a", "library-scan")
  ]
  const scan = scanOf(id, rootOf(root), "manual")
  await store.run(
    enqueue([...jobsOf(item!), ...jobsOf(kept!), ...jobsOf(uuidv7()), scan, albumsGroupedOf(id, "a", "x")])
  )
  await store.rows("update jobs set state = 3, run_at = now() + interval '1 hour' where queue = 3")
  await store.run(removeLibrary(administrator, id))
  expect(await store.run(cancelJobsWithoutTarget)).toBe(8)
  expect(
    await store.rows(
      "select distinct error ->> 'message' as reason, canceled_by from jobs where state = 5 and finished_at is not null"
    )
  ).toEqual([{ reason: "The library or folder was removed", canceled_by: null }])
  expect(await store.rows("select distinct target_id from jobs where state <> 5 and queue <> 13")).toEqual([
    { target_id: kept }
  ])
  expect(await store.rows("select state from jobs where queue = 13")).toEqual([{ state: 0 }])
  expect(await store.run(cancelJobsWithoutTarget)).toBe(0)
})
