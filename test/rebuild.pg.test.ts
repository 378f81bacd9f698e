import { rebuildAll } from "@media/event-store/Rebuild"
import { EventStore, type StreamAppend } from "@media/event-store/EventStore"
import { createAccount, updateMe } from "@media/features/accounts/commands"
import { removeLibrary } from "@media/features/libraries/commands"
import { forgetOrphans } from "@media/features/libraries/orphans"
import { changeSettings } from "@media/features/settings/commands"
import { kinds } from "@media/features/generated/kinds"
import { registry } from "@media/features/generated/slices"
import { itemDecider, type ItemCommand } from "@media/features/items/decider"
import { recordOpinion, updateItem } from "@media/features/items/commands"
import { uuidv7 } from "@media/kernel/Ids"
import { seeded } from "@media/jobs/testing/Random"
import { administrator } from "@media/testkit/Library"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"

let store: Awaited<ReturnType<typeof startStore>>
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

type Random = ReturnType<typeof seeded>

/** One random change of everything there is, by the commands a user, a scan or a job gives. */
const makeWorld = (random: Random) => {
  const accounts: Array<string> = []
  const libraries: Array<{ readonly id: string; readonly rootId: string }> = []
  const videos: Array<string> = []
  const append = (appends: ReadonlyArray<StreamAppend>) =>
    store.run(Effect.flatMap(EventStore, (events) => events.append(appends, { cause: "scan" })))
  const item = (command: ItemCommand) =>
    store.run(
      Effect.flatMap(EventStore, (events) =>
        events.execute({ streamId: random.oneOf(videos), decider: itemDecider, command, meta: {} })
      )
    )
  const versionOf = async (id: string) =>
    Number((await store.rows("select count(*) as n from events where stream_id = $1", [id]))[0]!["n"])
  let files = 0
  const file = () => {
    files += 1
    // Numbered: a file has one living video.
    const path = `Movie ${files} – ünï "quoted" \\ ${random.below(9)}.mkv`
    return {
      path,
      pathBytes: Buffer.from(path).toString("base64"),
      size: 1 + random.below(5e9),
      mtimeMs: 1_600_000_000_000 + random.below(1e9)
    }
  }
  const appendTo = async (id: string, event: { readonly _tag: string }) =>
    append([{ streamId: id, expectedVersion: await versionOf(id), events: [event] }])
  const later = (event: { readonly _tag: string; readonly reason?: string }) =>
    appendTo(random.oneOf(videos), event)
  const libraryLater = (event: (library: (typeof libraries)[number]) => { readonly _tag: string }) => {
    const library = random.oneOf(libraries)
    return appendTo(library.id, event(library))
  }
  const root = (id: string) => ({
    id,
    path: `/nowhere/${random.below(99)}`,
    enabled: random.below(2) === 0,
    recursive: random.below(2) === 0
  })
  const principal = () => ({ ...administrator, accountId: random.oneOf(accounts) })

  const newLibrary = async () => {
    const id = uuidv7()
    const rootId = uuidv7()
    const isNsfw = random.below(3) === 0
    const event = {
      _tag: "library.created.v1",
      name: `L${random.below(50)}`,
      isNsfw,
      contents: ["videos"],
      roots: [root(rootId)]
    }
    await append([{ streamId: id, expectedVersion: 0, events: [event as { _tag: string }] }])
    libraries.push({ id, rootId })
  }
  const newVideos = async () => {
    const { id: libraryId, rootId } = random.oneOf(libraries)
    const appends = Array.from({ length: 1 + random.below(20) }, () => {
      const id = uuidv7()
      videos.push(id)
      const event = {
        _tag: "item.registered.v1",
        kind: random.oneOf(["video", ...kinds.map(({ kind }) => kind)]),
        libraryId,
        rootId,
        title: `The Movie ${random.below(99)}`,
        ...file()
      }
      return { streamId: id, expectedVersion: 0, events: [event] }
    })
    await append(appends)
  }
  const newAccount = async () => {
    const input = { username: `user-${uuidv7()}`, password: "correct horse", role: "member" as const }
    accounts.push(
      await store.run(createAccount({ ...input, libraryIds: libraries.map(({ id }) => id) }, "test"))
    )
  }
  const begin = async () => {
    await newAccount()
    await newLibrary()
    await newVideos()
  }
  const ignore = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      () => undefined
    )
  const steps: ReadonlyArray<() => Promise<unknown>> = [
    newLibrary,
    newVideos,
    newVideos,
    () => (accounts.length < 4 ? newAccount() : Promise.resolve()),
    () =>
      later({
        _tag: "item.file-changed.v1",
        kind: "video",
        size: random.below(1e9),
        mtimeMs: random.below(1e9)
      } as never),
    () =>
      random.oneOf([
        () => libraryLater(() => ({ _tag: "library.renamed.v1", name: `M${random.below(50)}` })),
        () => libraryLater(() => ({ _tag: "library.nsfw-changed.v1", isNsfw: random.below(2) === 0 })),
        () =>
          libraryLater(({ rootId }) => ({
            _tag: "library.contents-changed.v1",
            contents: ["videos", "books"],
            roots: [root(rootId)]
          })),
        () => libraryLater(() => ({ _tag: "library.root-added.v1", root: root(uuidv7()) })),
        () => libraryLater(({ rootId }) => ({ _tag: "library.root-changed.v1", root: root(rootId) }))
      ])(),
    () =>
      random.below(4) === 0
        ? libraryLater(
            ({ rootId }) => ({ _tag: "library.root-removed.v1", rootId, path: "/nowhere" }) as never
          )
        : Promise.resolve(),
    () =>
      random.below(4) === 0
        ? appendTo(random.oneOf(accounts), { _tag: "account.promoted.v1" })
        : appendTo(random.oneOf(accounts), {
            _tag: "account.library-granted.v1",
            libraryId: random.oneOf(libraries).id
          } as never),
    () => later({ _tag: "item.file-missing.v1", reason: "gone" }),
    () => later({ _tag: "item.file-found.v1" }),
    () =>
      later({
        _tag: "item.file-moved.v1",
        libraryId: random.oneOf(libraries).id,
        rootId: random.oneOf(libraries).rootId,
        ...file()
      } as never),
    () =>
      later({ _tag: "item.probe-failed.v1", size: 1, mtimeMs: 1, reason: "Moov atom not found" } as never),
    () =>
      random.oneOf([
        () => item({ _tag: "Restamp", size: random.below(1e9), mtimeMs: random.below(1e9) }),
        () => later({ _tag: "item.probe-deferred.v1", reason: "No permission", ctimeMs: 7 } as never),
        () => later({ _tag: "item.probe-requested.v1" }),
        () =>
          later({ _tag: "video.playback-failed.v1", size: 1, mtimeMs: 1, reason: "It ends early" } as never),
        () => later({ _tag: "video.playback-restored.v1" })
      ])(),
    () =>
      later({
        _tag: "video.probed.v1",
        size: 1,
        mtimeMs: 1,
        duration: random.next() * 9_000,
        width: 1920,
        height: 1080,
        frameRate: 24_000 / 1_001,
        bitRate: random.below(1e8),
        container: "matroska",
        videoCodec: "h264",
        audioCodec: null,
        oshash: "0123456789abcdef",
        facts: { any: ["thing", random.below(9)] }
      } as never),
    () =>
      item({
        _tag: "Edit",
        changes: { title: `An ${random.below(9)}`, isNsfw: random.below(2) === 0, date: null, details: "x" }
      }),
    () =>
      store.run(
        recordOpinion(principal(), random.oneOf(videos), {
          _tag: "SetFavorite",
          isFavorite: random.below(2) === 0
        })
      ),
    () =>
      updateOf({
        rating: random.below(3) === 0 ? null : random.below(101),
        isOrganized: random.below(2) === 0
      }),
    () =>
      store.run(
        updateMe(principal(), { displayName: `Name ${random.below(9)}`, showNsfw: random.below(2) === 0 })
      ),
    () =>
      store.run(
        changeSettings(principal(), {
          trickplay_quality: 1 + random.below(5),
          background_worker_concurrency: 1 + random.below(16)
        })
      ),
    () =>
      random.below(4) === 0
        ? store.run(removeLibrary(principal(), random.oneOf(libraries).id))
        : Promise.resolve(),
    () => store.run(forgetOrphans(random.oneOf(libraries).id))
  ]
  const updateOf = (patch: Parameters<typeof updateItem>[2]) =>
    store.run(updateItem(principal(), random.oneOf(videos), patch))
  // What a step meets may be gone by then, which is an answer like any other.
  return { begin, step: () => ignore(random.oneOf(steps)()) }
}

const expectNoDifference = (reports: Effect.Effect.Success<ReturnType<typeof rebuildAll>>) => {
  for (const { projection, tables } of reports)
    for (const { onlyLive, onlyRebuilt, table } of tables)
      expect([projection, table, onlyLive, onlyRebuilt]).toEqual([projection, table, 0, 0])
}
const exactCounts = async () => {
  const counted =
    "select library_id, kind, role, is_nsfw, status, is_organized, count(*)::int as n from items group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6"
  const kept =
    "select library_id, kind, role, is_nsfw, status, is_organized, n::int as n from item_counts where n <> 0 order by 1, 2, 3, 4, 5, 6"
  expect(await store.rows(kept)).toEqual(await store.rows(counted))
}

it.each([1, 2, 3])("the log explains every table of a random history (seed %i)", async (seed) => {
  const world = makeWorld(seeded(seed))
  await world.begin()
  for (let n = 0; n < 120; n += 1) await world.step()
  const reports = await store.run(rebuildAll({ replace: false }))
  expect(reports.map(({ projection }) => projection)).toEqual(registry.projections.map(({ name }) => name))
  expectNoDifference(reports)
  await exactCounts()
})

it("and does so while commands go on, and when the tables are replaced under them", async () => {
  const worlds = [4, 5].map((seed) => makeWorld(seeded(seed)))
  await Promise.all(worlds.map((world) => world.begin()))
  let running = true
  const working = worlds.map(async (world) => {
    while (running) {
      await world.step()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })
  try {
    for (const replace of [false, true, false]) {
      expectNoDifference(await store.run(rebuildAll({ replace })))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    // Or the next test would fail as well, for their sake.
    running = false
    await Promise.all(working)
  }
  expectNoDifference(await store.run(rebuildAll({ replace: false })))
  await exactCounts()
})

it("the histories held every kind of event there is", async () => {
  const types = await store.rows(
    "select distinct type from events where type not like 'jobs.%' order by type"
  )
  expect(types.map(({ type }) => String(type))).toEqual([...registry.tags].sort())
})

it("heals tables that were tampered with", async () => {
  const dump = () =>
    Promise.all(
      registry.projections
        .flatMap(({ tables }) => tables)
        .map((table) =>
          store.rows(
            `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${table} t`
          )
        )
    )
  const before = await dump()
  await store.rows(
    "update items set title = 'tampered', status = 'missing' where id in (select id from items limit 10)"
  )
  await store.rows("delete from user_items")
  await store.rows("update accounts set role = 'administrator'")
  await store.rows("insert into libraries values (gen_random_uuid(), 'ghost', false, '{videos}', now())")
  expect(await dump()).not.toEqual(before)
  await store.run(rebuildAll({ replace: true }))
  expect(await dump()).toEqual(before)
  await exactCounts()
})
