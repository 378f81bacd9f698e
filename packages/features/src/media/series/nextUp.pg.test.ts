import { nextUpIds } from "@media/features/media/series/nextUp"
import { seeded } from "@media/jobs/testing/Random"
import { uuidv7 } from "@media/kernel/Ids"
import { administrator } from "@media/testkit/Library"
import { startStore } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"
import { nextUpBy, type Seen } from "./nextUpEvaluator.ts"

// Compares the SQL query for "Next up" with a simple TypeScript implementation, using random viewing histories.

const cases = 5_000
const now = Date.now()
const day = 86_400_000
const random = seeded(20_261_127)
const chance = (percent: number) => random.below(100) < percent
const maybe = <A>(percent: number, value: () => A): A | null => (chance(percent) ? value() : null)

let store: Awaited<ReturnType<typeof startStore>>
const libraryId = uuidv7()
const viewer = { ...administrator, role: "member" as const, libraryIds: [libraryId], showNsfw: false }

const dateOf = (at: number) => new Date(now - at * day).toISOString().slice(0, 10)
const episodesOf = (): ReadonlyArray<Seen> => {
  const isDated = chance(60)
  const seasons = Array.from({ length: 1 + random.below(3) }, (_, n) => n + 1)
  const numbers = [...seasons, ...(chance(50) ? [0] : [])]
  return numbers.flatMap((season) =>
    Array.from({ length: 1 + random.below(5) }, (_, index): Seen => {
      const isWatched = chance(40)
      const playedAt = maybe(30, () => now - random.below(400 * day))
      return {
        id: uuidv7(),
        season,
        ordinal: (index + 1 + (chance(20) ? 1 : 0)) * 1_000,
        airDate: isDated && chance(90) ? dateOf(2_000 - season * 300 - index * 10 + random.below(200)) : null,
        beforeSeason: season === 0 ? maybe(30, () => 1 + random.below(3)) : null,
        beforeEpisode: season === 0 ? maybe(50, () => 1 + random.below(5)) : null,
        afterSeason: season === 0 ? maybe(20, () => 1 + random.below(3)) : null,
        isMissing: chance(15),
        isHidden: chance(8),
        isWatched,
        // Some episodes have the same watched time, as if a whole season had been marked as watched at once.
        watchedAt: isWatched ? now - random.below(400) * day : null,
        isMarked: isWatched && chance(40),
        playCount: isWatched ? 1 + random.below(2) : 0,
        playedAt,
        isInProgress: playedAt !== null && chance(40)
      }
    })
  )
}
const all = Array.from({ length: cases }, () => ({ id: uuidv7(), episodes: episodesOf() }))

beforeAll(async () => {
  store = await startStore()
  await store.rows(
    "insert into libraries (id, name, is_nsfw, contents, created_at) values ($1, 'L', false, '{videos}', now())",
    [libraryId]
  )
  const at = new Date(now)
  const item = (id: string, kind: string, parentId: string | null, ordinal: number, episode?: Seen) => ({
    ...{ id, kind, ordinal, at, library_id: libraryId, parent_id: parentId, title: kind, sort_title: kind },
    role: kind === "video" ? "episode" : null,
    status: episode?.isMissing === true ? "missing" : "ready",
    is_nsfw: episode?.isHidden === true
  })
  const rows = all.flatMap(({ episodes, id }) => {
    const seasons = new Map([...new Set(episodes.map(({ season }) => season))].map((n) => [n, uuidv7()]))
    return [
      item(id, "series", null, 0),
      ...[...seasons].map(([number, seasonId]) => item(seasonId, "season", id, number)),
      ...episodes.map((each) => item(each.id, "video", seasons.get(each.season)!, each.ordinal, each))
    ]
  })
  await store.rows(
    `insert into items (id, kind, ordinal, created_at, updated_at, library_id, parent_id, title, sort_title, role, status,
       is_nsfw, shuffle_key)
     select id, kind, ordinal, at, at, library_id, parent_id, title, sort_title, role, status, is_nsfw, 0
     from jsonb_to_recordset($1::jsonb) as x(id uuid, kind item_kind, ordinal int, at timestamptz, library_id uuid,
       parent_id uuid, title text, sort_title text, role item_role, status item_status, is_nsfw boolean)`,
    [JSON.stringify(rows)]
  )
  const episodes = all.flatMap((each) => each.episodes)
  const ofEpisodes = episodes.map((each) => ({
    ...{ item_id: each.id, season: each.season, episode: each.ordinal / 1_000, air_date: each.airDate },
    ...{
      before_season: each.beforeSeason,
      before_episode: each.beforeEpisode,
      after_season: each.afterSeason
    }
  }))
  await store.rows(
    `insert into video_episodes (item_id, season, episode, air_date, before_season, before_episode, after_season)
     select x.* from jsonb_to_recordset($1::jsonb) as x(item_id uuid, season int, episode int, air_date text,
       before_season int, before_episode int, after_season int)`,
    [JSON.stringify(ofEpisodes)]
  )
  await store.rows(
    `insert into user_items (account_id, item_id, is_watched, play_count, watched_at, is_marked)
     select $2, x.* from jsonb_to_recordset($1::jsonb) as x(item_id uuid, is_watched boolean, play_count int,
       watched_at timestamptz, is_marked boolean)`,
    [
      JSON.stringify(
        episodes
          .filter(({ isWatched }) => isWatched)
          .map((each) => ({
            ...{ item_id: each.id, is_watched: true, play_count: each.playCount, is_marked: each.isMarked },
            watched_at: new Date(each.watchedAt!)
          }))
      ),
      viewer.accountId
    ]
  )
  await store.rows(
    `insert into user_progress (account_id, item_id, position, last_played_at, told_at)
     select $2, x.item_id, x.position, x.at, x.at from jsonb_to_recordset($1::jsonb)
       as x(item_id uuid, position float8, at timestamptz)`,
    [
      JSON.stringify(
        episodes
          .filter(({ playedAt }) => playedAt !== null)
          .map((each) => ({
            ...{ item_id: each.id, at: new Date(each.playedAt!) },
            position: each.isInProgress ? 100 : null
          }))
      ),
      viewer.accountId
    ]
  )
  await store.rows("analyze")
})
afterAll(() => store.stop())

it(`returns the same episodes as a naive implementation for ${cases} random histories`, async () => {
  const found = await store.run(nextUpIds(viewer, { limit: 10_000 }))
  const told = new Map(
    found.map(({ episodeId, isAfterGap, isAgain, seriesId }) => [
      seriesId,
      { episodeId, isAgain, isAfterGap }
    ])
  )
  const expected = new Map(
    all.flatMap(({ episodes, id }) => {
      const next = nextUpBy(episodes, now - 365 * day)
      return next === undefined ? [] : [[id, next] as const]
    })
  )
  const wrong = all.filter(({ id }) => JSON.stringify(told.get(id)) !== JSON.stringify(expected.get(id)))
  expect(wrong.slice(0, 1).map((each) => [told.get(each.id), expected.get(each.id), each.episodes])).toEqual(
    []
  )
  // Check that the random histories contain enough of the rare cases.
  const offers = [...expected.values()]
  expect(offers.length).toBeGreaterThan(cases / 4)
  expect(offers.filter(({ isAgain }) => isAgain).length).toBeGreaterThan(5)
  expect(offers.filter(({ isAfterGap }) => isAfterGap).length).toBeGreaterThan(50)
})

it("returns the same episodes as the unlimited query when limited or filtered by series", async () => {
  const everything = await store.run(nextUpIds(viewer, { limit: 10_000 }))
  expect(await store.run(nextUpIds(viewer, { limit: 20 }))).toEqual(everything.slice(0, 20))
  const offered = new Map(everything.map((row) => [row.seriesId, row]))
  for (const { id } of all.slice(0, 40)) {
    const row = offered.get(id)
    expect(await store.run(nextUpIds(viewer, { limit: 1, seriesId: id }))).toEqual(
      row === undefined ? [] : [row]
    )
  }
})
