import { ScraperTools } from "@media/scrapers/ScraperTools"
import { Trace } from "@media/scrapers/Trace"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { requestOf } from "./asking.ts"
import { findScraperFile, readScraper } from "./installed.ts"
import { toProblem } from "./queries.ts"
import { runScraper } from "./run.ts"
import type { ScraperFile } from "./scraperFiles.ts"
import type { ScraperTest, TestRequest } from "./shapes.ts"

/** Returns the installed definition, or the definition in an edited copy. */
export const definitionOf = (file: ScraperFile, source: string | undefined) =>
  source === undefined
    ? Effect.map(readScraper(file), ({ definition }) => definition)
    : Effect.flatMap(ScraperTools, ({ read }) => read(file.id, source))

/**
 * Runs a scraper and reports each step. If the run fails, the report contains the reason. Test runs are not counted in
 * the scraper's health.
 */
export const testScraper = Effect.fn("scrapers.test")(function* (
  principal: Principal,
  id: string,
  { source, ...asked }: TestRequest
) {
  const file = yield* findScraperFile(id)
  const request = yield* requestOf(principal, asked)
  const start = yield* Clock.currentTimeMillis
  const trace = new Trace()
  const definition = yield* Effect.either(definitionOf(file, source))
  const ran = Either.isLeft(definition)
    ? Either.left(definition.left)
    : yield* Effect.either(runScraper(definition.right, request, { trace }))
  const end = yield* Clock.currentTimeMillis
  return {
    results: Either.isRight(ran) ? ran.right.results : [],
    problem: Either.isLeft(ran) ? ran.left.reason : null,
    action: Either.isRight(ran) ? ran.right.chosen.action.key : null,
    millis: end - start,
    trace: trace.entries,
    problems: Either.isRight(definition) ? definition.right.problems.map(toProblem) : []
  } satisfies ScraperTest
})
