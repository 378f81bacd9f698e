import { Conflict, Invalid, NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import type { ActionQuery } from "@media/scrapers/address"
import type { Action, Definition } from "@media/scrapers/definition/Definition"
import type { FetchPage } from "@media/scrapers/mapped/Run"
import { runAction } from "@media/scrapers/runAction"
import { ScrapeFailed } from "@media/scrapers/ScrapeFailed"
import { Trace } from "@media/scrapers/Trace"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { requestOf } from "./asking.ts"
import { asRefusal, refuse } from "./commands.ts"
import { differences } from "./differences.ts"
import {
  deleteFixture,
  readFixtures,
  readPage,
  type RecordedPage,
  type StoredFixture,
  writeFixture
} from "./fixtureFiles.ts"
import { findScraperFile, readScraper } from "./installed.ts"
import { definitionOf } from "./lab.ts"
import { runScraper } from "./run.ts"
import { ScrapersFolder } from "./ScrapersFolder.ts"
import type { FixtureResult, FixtureRun, NewFixture, ScraperFixture } from "./shapes.ts"

const MOST_FIXTURES = 50
const MOST_PAGES = 40
const MOST_BYTES = 30 * 1024 ** 2

const toFixture = ({ action, exchanges, expected, id, name, recordedAt }: StoredFixture): ScraperFixture => ({
  ...{ id, name, action, expected },
  recordedAt: toTimestamp(new Date(recordedAt)),
  pages: exchanges.map(({ request, response }) => ({ url: request.url, bytes: response.bytes }))
})

const storedFixtures = (id: string) =>
  Effect.flatMap(ScrapersFolder, ({ root }) => Effect.promise(() => readFixtures(root, id)))

export const listFixtures = Effect.fn("scrapers.fixtures")(function* (id: string) {
  yield* findScraperFile(id)
  return (yield* storedFixtures(id)).map(toFixture)
})

/**
 * Returns the query to store in a fixture. The query contains only the item values that the action inserts into its
 * URL.
 */
const keptQuery = ({ queryUrl }: Action, query: ActionQuery): StoredFixture["query"] =>
  query.by === "fragment"
    ? {
        by: "fragment",
        fragment: Object.fromEntries(
          Object.entries(query.fragment).filter(([name]) => queryUrl.includes(`{${name}}`))
        ) as Readonly<Record<string, string>>
      }
    : query

/** Runs the installed scraper, and stores the fetched pages and the values as a fixture. */
export const saveFixture = Effect.fn("scrapers.saveFixture")(function* (
  principal: Principal,
  id: string,
  { name, ...asked }: NewFixture
) {
  const file = yield* findScraperFile(id)
  const request = yield* requestOf(principal, asked)
  const { root } = yield* ScrapersFolder
  if ((yield* storedFixtures(id)).length >= MOST_FIXTURES)
    return yield* new Conflict({ reason: `A scraper can have at most ${MOST_FIXTURES} fixtures.` })
  const recordedAt = yield* Clock.currentTimeMillis
  const { definition } = yield* Effect.mapError(readScraper(file), asRefusal)
  const pages: Array<RecordedPage> = []
  const { chosen, results } = yield* runScraper(definition, request, {
    at: recordedAt,
    watch: (url, page) => void pages.push({ asked: url, url: page.url, type: page.type, bytes: page.bytes })
  }).pipe(Effect.catchTag("ScrapeFailed", refuse))
  if (pages.length > MOST_PAGES || pages.reduce((sum, { bytes }) => sum + bytes.length, 0) > MOST_BYTES)
    return yield* new Conflict({
      reason:
        "The pages that this run loaded are too many or too large to save as a fixture (at most 30 MiB)."
    })
  const given = name?.trim() ?? ""
  const fixture = {
    ...{ id: uuidv7(), recordedAt, action: chosen.action.key, expected: results },
    name: given === "" ? (pages[0]?.asked ?? chosen.action.key).slice(0, 200) : given,
    query: keptQuery(chosen.action, chosen.query)
  }
  return toFixture(yield* Effect.promise(() => writeFixture(root, id, fixture, pages)))
})

/** Returns a fetch function that returns recorded pages instead of fetching them. */
const recorded =
  (root: string, scraperId: string, { exchanges, id }: StoredFixture): FetchPage =>
  (url) => {
    const found = exchanges.find(({ request }) => request.url === url)
    if (found === undefined)
      return new ScrapeFailed({
        code: "fetch",
        reason: `The fixture does not contain the page ${url.slice(0, 300)}.`
      })
    const { file, headers, url: after } = found.response
    return Effect.tryPromise({
      try: () => readPage(root, scraperId, id, file),
      catch: () => new ScrapeFailed({ code: "fetch", reason: "A page of the fixture cannot be read." })
    }).pipe(Effect.map((bytes) => ({ url: after, type: headers["content-type"], bytes })))
  }

const runOne = (scraperId: string, definition: Definition, fixture: StoredFixture) =>
  Effect.gen(function* () {
    const { root, slots } = yield* ScrapersFolder
    const { action: key, expected, id, name, query, recordedAt } = fixture
    const of = definition.actions.filter((action) => action.key === key)
    const action =
      query.by === "url" ? of.find(({ urls }) => urls.some((part) => query.url.includes(part))) : of[0]
    const ran =
      action === undefined
        ? Either.left(
            new ScrapeFailed({ code: "cannot-run", reason: `The scraper has no ${key} for this address.` })
          )
        : yield* runAction(action, query, recorded(root, scraperId, fixture), new Trace(), recordedAt).pipe(
            slots.withPermits(1),
            Effect.either
          )
    const found = Either.isRight(ran) ? differences(expected, ran.right) : []
    return {
      ...{ id, name, differences: found },
      isSame: Either.isRight(ran) && found.length === 0,
      problem: Either.isLeft(ran) ? ran.left.reason : null
    } satisfies FixtureResult
  })

/** Runs all fixtures of a scraper, with the installed file or with an edited copy. */
export const runFixtures = Effect.fn("scrapers.runFixtures")(function* (id: string, { source }: FixtureRun) {
  const file = yield* findScraperFile(id)
  const definition = yield* Effect.mapError(
    definitionOf(file, source),
    ({ reason }) => new Invalid({ reason })
  )
  return yield* Effect.forEach(yield* storedFixtures(id), (fixture) => runOne(id, definition, fixture))
})

export const removeFixture = Effect.fn("scrapers.removeFixture")(function* (id: string, fixtureId: string) {
  yield* findScraperFile(id)
  const { root } = yield* ScrapersFolder
  const isRemoved = yield* Effect.promise(() => deleteFixture(root, id, fixtureId))
  return isRemoved ? null : yield* new NotFound({ what: "fixture" })
})
