import { EventStore } from "@media/event-store/EventStore"
import { rebuildAll } from "@media/event-store/Rebuild"
import { changeEntityState, changeOne, createOne, removeOne } from "@media/features/app/entities/commands"
import { mergeEntities } from "@media/features/app/entities/merge"
import { splitEntity } from "@media/features/app/entities/split"
import { undoChange } from "@media/features/app/undo/commands"
import { createView, removeView } from "@media/features/app/views/commands"
import { updateItem } from "@media/features/catalog/items/commands"
import { setWatched } from "@media/features/catalog/user-items/commands"
import { addMarker, changeMarker, removeMarker } from "@media/features/playback/markers/commands"
import { seeded } from "@media/jobs/testing/Random"
import { addAdministrator, administrator } from "@media/testkit/Library"
import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { startStore } from "@media/testkit/TestServer"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"

let store: Awaited<ReturnType<typeof startStore>>
let users: ReadonlyArray<Principal>
let videos: ReadonlyArray<string>
beforeAll(async () => {
  store = await startStore()
  await addAdministrator(store)
  const library = await makeLibrary(store, { name: "Videos" })
  videos = await Promise.all(
    [1, 2, 3, 4].map((n) => makeVideo(store, { libraryId: library, title: `Video ${n}` }))
  )
  const other = "01900000-0000-7000-8000-0000000000aa"
  const member = "01900000-0000-7000-8000-0000000000bb"
  const account = (id: string, username: string) => ({
    streamId: id,
    expectedVersion: 0,
    events: [
      {
        _tag: "account.created.v1",
        ...{ username, displayName: username, role: "member", allowNsfw: true },
        ...{ mayCreateLibraries: false, libraryIds: [] }
      }
    ]
  })
  await store.run(
    Effect.flatMap(EventStore, (events) =>
      events.append([account(other, "second"), account(member, "member")], {})
    )
  )
  users = [
    administrator,
    { ...administrator, accountId: other },
    { ...administrator, accountId: member, role: "member", libraryIds: [library] }
  ]
})
afterAll(() => store.stop())

/**
 * Queries for all data that users can see. They omit times, counters of edits, and rows that contain only default
 * values.
 */
const tables: Readonly<Record<string, string>> = {
  items: "select id, title, date, is_nsfw_own, is_organized from items order by id",
  texts: "select item_id, details from item_texts where details is not null order by item_id",
  relations:
    "select item_id, entity_id, relation, ordinal, source, credit from item_relations order by 1, 2, 3",
  entities: `select id, kind, is_nsfw, ignore_auto_tag, name, sort_name, disambiguation, folded, folded_disambiguation,
    sort_key, facts from related_entities order by id`,
  names: "select entity_id, kind, is_alias, folded, name from related_names order by entity_id, folded",
  parents: "select entity_id, parent_id from related_parents order by 1, 2",
  entityTags: "select entity_id, tag_id, source from related_tags order by 1, 2",
  closure: "select ancestor_id, descendant_id, depth from related_closure order by 1, 2",
  merged: "select id, kind, into_id from related_merged order by id",
  counts:
    "select entity_id, relation, library_id, kind, n from related_counts where n <> 0 order by 1, 2, 3, 4",
  userItems: `select account_id, item_id, rating, is_favorite, is_watched, play_count, is_marked from user_items
    where rating is not null or is_favorite or is_watched or play_count > 0 order by 1, 2`,
  userRelated: `select account_id, entity_id, rating, is_favorite from user_related
    where rating is not null or is_favorite order by 1, 2`,
  markers: "select id, item_id, title, start_seconds, end_seconds from video_markers order by id",
  views: "select id, account_id, name, text, is_pinned from saved_views order by id"
}
const dump = async () => {
  const found: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(tables)) found[name] = await store.rows(text)
  return found
}

interface Change {
  readonly user: Principal
  readonly selection: { readonly batchId: string } | { readonly eventPosition: number }
}

/**
 * Returns the changes that one step made: a batch, or single events. Policies also queue jobs, but undo does not affect
 * jobs.
 */
const changesSince = async (user: Principal, last: number): Promise<ReadonlyArray<Change>> => {
  const rows = await store.rows(
    `select position::int as position, meta->>'batchId' as batch from events
      where position > $1 and meta->>'actor' = $2 order by position`,
    [last, user.accountId]
  )
  const batches = new Set<string>()
  return rows.flatMap(({ batch, position }): ReadonlyArray<Change> => {
    if (batch === null) return [{ user, selection: { eventPosition: Number(position) } }]
    if (batches.has(String(batch))) return []
    batches.add(String(batch))
    return [{ user, selection: { batchId: String(batch) } }]
  })
}
const lastPosition = async () =>
  Number((await store.rows("select coalesce(max(position), 0)::int as n from events"))[0]!["n"])

const names = ["Noir", "Ghibli", "Ingrid", "Comedy", "Western", "Ángel"]

const makeSteps = (random: ReturnType<typeof seeded>) => {
  const name = () => random.oneOf(names)
  const kindOf = () => random.oneOf(["performer", "studio", "tag"] as const)
  const known = async (table: string) =>
    (await store.rows(`select id from ${table} order by id`)).map(({ id }) => String(id))
  const entity = async (kind: string) =>
    (
      await store.rows("select id from related_entities where kind = $1::related_kind order by id", [kind])
    ).map(({ id }) => String(id))
  const run = <A, E>(effect: Effect.Effect<A, E, never>) => store.run(Effect.either(effect as never))
  const tried = (effect: Effect.Effect<unknown, unknown, unknown>) => run(effect as never)
  const administrators = () => random.oneOf([users[0]!, users[1]!])
  const one = <A>(list: ReadonlyArray<A>) => (list.length === 0 ? undefined : random.oneOf(list))
  const video = () => random.oneOf(videos)
  const onEntity = async (
    act: (
      kind: ReturnType<typeof kindOf>,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<unknown, unknown, unknown>
  ) => {
    const kind = kindOf()
    const ids = await entity(kind)
    if (ids.length > 0) await tried(act(kind, ids))
  }
  type Step = (user: Principal) => Promise<unknown>
  const admin = (step: Step) => ({ by: administrators, step })
  const anyone = (step: Step) => ({ by: () => random.oneOf(users), step })
  return [
    admin((user) =>
      tried(updateItem(user, video(), { title: `T${random.below(9)}`, isOrganized: random.below(2) === 0 }))
    ),
    admin((user) =>
      tried(updateItem(user, video(), { details: random.oneOf([null, "a", "b"]), rating: random.below(100) }))
    ),
    admin((user) =>
      tried(
        updateItem(user, video(), {
          performers: [name(), name()].slice(random.below(3)),
          tags: [name(), name(), name()].slice(random.below(4)),
          studio: random.oneOf([null, name()])
        })
      )
    ),
    admin((user) =>
      tried(updateItem(user, video(), { tags: [name()], date: random.oneOf([null, "2001", "2002-03"]) }))
    ),
    admin((user) => {
      const kind = kindOf()
      return tried(createOne(user, kind, { name: `${name()} ${random.below(9)}`, aliases: [name()] }))
    }),
    admin((user) =>
      onEntity((kind, ids) =>
        changeOne(user, kind, random.oneOf(ids), { name: `${name()} ${random.below(5)}` })
      )
    ),
    admin((user) =>
      onEntity((kind, ids) =>
        changeOne(user, kind, random.oneOf(ids), {
          aliases: [name(), name()],
          isNsfw: random.below(3) === 0
        } as never)
      )
    ),
    admin((user) =>
      onEntity((kind, ids) =>
        kind === "performer"
          ? changeOne(user, kind, random.oneOf(ids), { country: random.oneOf(["DE", "SE"]) } as never)
          : changeOne(user, kind, random.oneOf(ids), {
              parentIds: random.below(3) === 0 ? [] : [random.oneOf(ids)]
            })
      )
    ),
    admin((user) => onEntity((kind, ids) => changeOne(user, kind, random.oneOf(ids), { tags: [name()] }))),
    admin((user) =>
      onEntity((kind, ids) => mergeEntities(user, kind, random.oneOf(ids), { from: [random.oneOf(ids)] }))
    ),
    admin((user) =>
      onEntity((kind, ids) =>
        splitEntity(user, kind, random.oneOf(ids), {
          name: `Split ${random.below(99)}`,
          itemIds: [...videos.slice(0, 2)]
        })
      )
    ),
    admin((user) =>
      random.below(2) === 0
        ? onEntity((kind, ids) => removeOne(user, kind, random.oneOf(ids)))
        : Promise.resolve()
    ),
    admin((user) =>
      tried(addMarker(user, { kind: "video", id: video() }, { title: name(), start: random.below(50) }))
    ),
    admin(async (user) => {
      const [marker] = await store.rows("select id, item_id from video_markers order by random() limit 1")
      if (marker === undefined) return
      const of = { kind: "video" as const, id: String(marker["item_id"]) }
      await tried(
        random.below(2) === 0
          ? removeMarker(user, of, String(marker["id"]))
          : changeMarker(user, of, String(marker["id"]), { title: name() })
      )
    }),
    anyone((user) => tried(updateItem(user, video(), { rating: random.oneOf([null, 20, 80]) }))),
    anyone((user) => tried(setWatched(user, "video", video(), random.below(2) === 0))),
    anyone((user) =>
      onEntity((kind, ids) =>
        changeEntityState(user, kind, random.oneOf(ids), {
          _tag: "SetFavorite",
          isFavorite: random.below(2) === 0
        })
      )
    ),
    anyone((user) =>
      onEntity((kind, ids) =>
        changeEntityState(user, kind, random.oneOf(ids), { _tag: "Rate", rating: random.below(100) })
      )
    ),
    anyone((user) => tried(createView(user, { name: name(), page: "videos", text: "x" } as never))),
    anyone(async (user) => {
      const id = one(await known("saved_views"))
      if (id !== undefined) await tried(removeView(user, id))
    })
  ]
}

it.each([1, 2, 3, 4, 5, 6])(
  "restores the initial state by undoing all changes in reverse order (seed %i)",
  async (seed) => {
    const random = seeded(seed)
    const steps = makeSteps(random)
    const beginning = await dump()
    const changes: Array<Change> = []
    for (let n = 0; n < 60; n += 1) {
      const last = await lastPosition()
      const isUndo = changes.length > 3 && random.below(4) === 0
      // The undone change may be any earlier change, even an undo. Values that were changed in the meantime are kept.
      if (isUndo) {
        const { selection, user } = random.oneOf(changes)
        await store.run(Effect.either(undoChange(user, { ...selection, onConflict: "skip" })) as never)
        changes.push(...(await changesSince(user, last)))
        continue
      }
      const { by, step } = random.oneOf(steps)
      const user = by()
      await step(user)
      changes.push(...(await changesSince(user, last)))
    }
    expect(changes.length).toBeGreaterThan(30)
    for (const { selection, user } of changes.toReversed()) {
      const report = await store.run(undoChange(user, { ...selection, onConflict: "skip" }))
      expect([selection, report.skipped]).toEqual([selection, []])
    }
    expect(await dump()).toEqual(beginning)
    for (const { projection, tables } of await store.run(rebuildAll({ replace: false })))
      for (const { onlyLive, onlyRebuilt, table } of tables)
        if (projection !== "accounts")
          expect([projection, table, onlyLive, onlyRebuilt]).toEqual([projection, table, 0, 0])
  }
)
