import { Invalid, UpstreamFailed } from "@media/kernel/Errors"
import type { ScrapeFailed } from "@media/scrapers/ScrapeFailed"
import { Trace } from "@media/scrapers/Trace"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { propose } from "../proposals/propose.ts"
import { requestOf } from "./asking.ts"
import { counted } from "./health.ts"
import { findScraperFile, forgetScrapers, readScraper } from "./installed.ts"
import { getScraper, listScrapers } from "./queries.ts"
import { runScraper } from "./run.ts"
import { storeAllowed } from "./scripts.ts"
import type { ScrapeRequest, ScrapeResult } from "./shapes.ts"

export const reloadScrapers = Effect.fn("scrapers.reload")(function* () {
  yield* forgetScrapers
  return yield* listScrapers()
})

/** Allows or forbids the scripts of a scraper. */
export const allowScripts = Effect.fn("scrapers.allowScripts")(function* (id: string, isAllowed: boolean) {
  yield* findScraperFile(id)
  yield* storeAllowed(id, isAllowed)
  return yield* getScraper(id)
})

/**
 * Converts a failure to an API error: `UpstreamFailed` for a problem with the website or its page, otherwise `Invalid`.
 */
export const asRefusal = ({ code, reason }: ScrapeFailed) =>
  code === "fetch" || code === "page" || code === "limit"
    ? new UpstreamFailed({ reason })
    : new Invalid({ reason })

export const refuse = (error: ScrapeFailed): Effect.Effect<never, Invalid | UpstreamFailed> =>
  Effect.fail(asRefusal(error))

/**
 * Runs a scraper. If the request is for an item or entity, the results are stored as pending proposals, except for
 * search results.
 */
export const scrape = Effect.fn("scrapers.scrape")(function* (
  principal: Principal,
  id: string,
  { trace: isTraced = false, ...asked }: ScrapeRequest
) {
  const file = yield* findScraperFile(id)
  const request = yield* requestOf(principal, asked)
  const { definition } = yield* Effect.mapError(readScraper(file), asRefusal)
  const trace = new Trace()
  const { chosen, results } = yield* counted(id, runScraper(definition, request, { trace })).pipe(
    Effect.catchTag("ScrapeFailed", refuse)
  )
  const { action, confidence, matchType } = chosen
  const target = action.input === "name" ? undefined : request.target
  const given = yield* Effect.forEach(results, (scraped) =>
    Effect.gen(function* () {
      const source = { kind: "scraper", id, name: definition.name } as const
      const result = { action: action.key, matchType, confidence, scraped }
      const url = "url" in request.asked ? { url: request.asked.url } : {}
      return {
        id: target === undefined ? null : yield* propose({ source, target, ...result, ...url }),
        source: definition.name,
        entityType: target?.kind ?? null,
        entityId: target?.id ?? null,
        status: target === undefined ? "unsaved" : "pending",
        ...result
      } satisfies ScrapeResult
    })
  )
  return { results: given, trace: isTraced ? trace.entries : null }
})
