import { kinds } from "@media/features/generated/kinds"
import { updateItem } from "@media/features/catalog/items/commands"
import type { ItemKind } from "@media/features/ItemKind"
import { administrator } from "@media/testkit/Library"
import { makeItem } from "@media/testkit/Rows"
import { eventually } from "@media/testkit/TestServer"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ask, callsOf, leaksIn, shapeOf } from "./permissions/Asking.ts"
import { randomOf, seedOf } from "./permissions/Random.ts"
import { routes } from "./permissions/declared.ts"
import type { Who } from "./permissions/RouteRow.ts"
import {
  hiddenItems,
  hiddenNames,
  makeWorld,
  unknownNames,
  visibleNames,
  type Viewer,
  type World
} from "./permissions/World.ts"

// Calls every route as every kind of caller, with random data. To repeat a failed run, set `PERMISSIONS_SEED` to its
// seed.
const random = randomOf(seedOf("PERMISSIONS_SEED"))
const seed = `seed ${random.seed}`
/**
 * Number of concurrent requests. Requests can run at the same time, because their responses depend only on stored data.
 * One after another, they took 17 s.
 */
const AT_ONCE = 8

const ofRow = (fits: (who: Who) => boolean) =>
  routes
    .filter(({ row, route }) => fits(row.who) && route !== "GET /api/live")
    .map((each) => [each.route, each] as const)

let world: World
beforeAll(async () => {
  world = await makeWorld(random)
})
afterAll(() => world.stop())

const members = () => world.viewers.filter(({ isAdministrator }) => !isAdministrator)
const count = async (table: string) =>
  Number((await world.server.rows(`select count(*)::int as n from ${table}`))[0]!["n"])
/** Counts the data that would show that a request for a hidden object had an effect. */
const traces = async () => {
  const cache = join(world.server.folder, "data", "cache", "hls")
  return {
    events: await count("events"),
    jobs: await count("job_runs"),
    conversions: existsSync(cache) ? readdirSync(cache) : []
  }
}

describe("without a session", () => {
  it.each(ofRow((who) => who !== "anyone"))("%s returns 401", async (_, route) => {
    const named = visibleNames(world, world.viewers[0]!, unknownNames(world))
    for (const how of [
      {},
      { token: "x".repeat(43) },
      { headers: { cookie: `media-session=${"A".repeat(43)}` } },
      // The password is correct, but only the catalog for reading apps accepts passwords.
      ...(route.path.startsWith("/opds")
        ? []
        : [{ headers: { authorization: "Basic cm9vdDpjb3JyZWN0IGhvcnNl" } }])
    ]) {
      const { body, method, target } = callsOf(route, named)[0]!
      const reply = await world.server.request(method, target, {
        ...how,
        ...(body === undefined ? {} : { body })
      })
      expect([reply.status, seed]).toEqual([401, seed])
      expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/)
      // The error format of reading apps is determined by their protocols.
      if (reply.json !== undefined && route.path.startsWith("/api/"))
        expect(reply.json.error.code).toBe("authentication_required")
    }
  })
})

describe("as a member", () => {
  it.each(ofRow((who) => who === "administrators"))(
    "%s returns 403 and has no other effect",
    async (_, route) => {
      const before = await traces()
      for (const viewer of members()) {
        const unknown = unknownNames(world)
        for (const named of [
          hiddenNames(world, viewer, unknown),
          visibleNames(world, viewer, unknown),
          unknown
        ]) {
          for (const call of callsOf(route, named)) {
            const reply = await ask(world, viewer, call, named)
            expect([viewer.name, reply.status, reply.json?.error.code, seed]).toEqual([
              viewer.name,
              403,
              "admin_required",
              seed
            ])
          }
        }
      }
      expect(await traces()).toEqual(before)
    }
  )

  const toMembers = ofRow((who) => who === "the signed-in" || who === "the permitted, after a look")
  const naming = toMembers.filter(
    ([, { row }]) => row.id !== undefined || row.queries !== undefined || row.body !== undefined
  )
  it.each(naming)("%s returns the same response for hidden and unknown objects", async (_, route) => {
    for (const viewer of members()) {
      const unknown = unknownNames(world)
      const hidden = hiddenNames(world, viewer, unknown)
      const before = await traces()
      const asUnknown = callsOf(route, unknown)
      for (const [index, call] of callsOf(route, hidden).entries()) {
        const answer = shapeOf(await ask(world, viewer, call, hidden), hidden)
        const expected = shapeOf(await ask(world, viewer, asUnknown[index]!, unknown), unknown)
        expect([viewer.name, call.target, seed, answer]).toEqual([viewer.name, call.target, seed, expected])
      }
      expect([viewer.name, seed, await traces()]).toEqual([viewer.name, seed, before])
    }
  })

  const ofVisible = toMembers.filter(([, { row }]) => row.id !== undefined && row.onlyHidden === undefined)
  it.each(ofVisible)("%s returns different responses for visible and unknown objects", async (_, route) => {
    for (const viewer of members()) {
      const unknown = unknownNames(world)
      const visible = visibleNames(world, viewer, unknown)
      const isThere = route.row.id!(visible) !== route.row.id!(unknown)
      if (!isThere) continue
      const [call] = callsOf(route, visible)
      const [reply, none] = [
        await ask(world, viewer, call!, visible),
        await ask(world, viewer, callsOf(route, unknown)[0]!, unknown)
      ]
      const isRefused = route.row.who === "the permitted, after a look"
      expect([viewer.name, none.status, seed]).toEqual([viewer.name, 404, seed])
      expect([viewer.name, reply.status === 404, reply.status === 403, seed]).toEqual([
        viewer.name,
        false,
        isRefused,
        seed
      ])
    }
  })
})

/**
 * Returns every read-only request, both with names that the viewer knows and with names that the viewer must not learn.
 */
const questionsOf = (viewer: Viewer) => {
  const unknown = unknownNames(world)
  return ofRow((who) => who !== "administrators")
    .filter(([, { method, row }]) => method === "GET" && row.onlyHidden === undefined)
    .flatMap(([, route]) =>
      [visibleNames(world, viewer, unknown), hiddenNames(world, viewer, unknown)].flatMap((named) =>
        callsOf(route, named).map((call) => ({ call, named, isRestless: route.row.isRestless !== undefined }))
      )
    )
}

/**
 * True if the administrator's open page was notified of an item. All other open pages have then received their messages
 * too.
 */
const isHeardOf = (id: string) => JSON.stringify(world.viewers[0]!.live.received).includes(id)

/** Renames, rates and plays items that the viewer must not see, and adds such items. */
const stirHidden = async (viewer: Viewer): Promise<ReadonlyArray<string>> => {
  const words: Array<string> = []
  const hidden = hiddenItems(world, viewer)
  const asAdministrator = { token: world.viewers[0]!.token }
  for (let turn = 0; turn < 3; turn += 1) {
    const item = random.pick(hidden)
    const word = random.word()
    const { paths } = kinds.find(({ kind }) => kind === item.kind)!
    await world.server.run(
      updateItem(administrator, item.id, { title: word, isOrganized: random.chance(0.5) })
    )
    for (const [method, what] of [
      ["PUT", "favorite"],
      ["POST", "play"],
      ["PUT", "watched"]
    ] as const)
      await world.server.request(method, `${paths.list}/${item.id}/${what}`, asAdministrator)
    const added = await makeItem(world.server, {
      kind: item.kind as ItemKind,
      libraryId: item.library,
      title: random.word(),
      isNsfw: item.isNsfw
    })
    words.push(word, added)
  }
  await eventually(() => isHeardOf(words.at(-1)!))
  return words
}

describe("changes to hidden items", () => {
  it("affect neither the responses nor the open pages of viewers who may not see the items", async () => {
    for (const viewer of members()) {
      const questions = questionsOf(viewer)
      const answers = async () => {
        const given: Array<string> = []
        for (let from = 0; from < questions.length; from += AT_ONCE) {
          const some = questions.slice(from, from + AT_ONCE)
          const replies = await Promise.all(some.map(({ call, named }) => ask(world, viewer, call, named)))
          for (const [n, { status, text }] of replies.entries())
            if (!some[n]!.isRestless) given.push(`${some[n]!.call.target}: ${status} ${text}`)
        }
        return given
      }
      const before = await answers()
      viewer.live.received.splice(0)
      const words = await stirHidden(viewer)
      // The administrator has received the messages about the hidden changes. If the server wrongly sends such a
      // message to this viewer too, the message arrives at the same time or a moment later. The test therefore waits
      // for a moment.
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect([viewer.name, seed, await answers()]).toEqual([viewer.name, seed, before])
      const heard = JSON.stringify(viewer.live.received)
      expect([viewer.name, seed, leaksIn(world, viewer, heard, [])]).toEqual([viewer.name, seed, []])
      expect([viewer.name, seed, words.filter((word) => heard.includes(word))]).toEqual([
        viewer.name,
        seed,
        []
      ])
    }
  }, 600_000)
})
