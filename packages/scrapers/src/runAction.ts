import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type ActionQuery, addressOf } from "./address.ts"
import type { Action } from "./definition/Definition.ts"
import { evaluate } from "./mapped/evaluate.ts"
import { type FetchPage, Run } from "./mapped/Run.ts"
import { ScrapeFailed } from "./ScrapeFailed.ts"
import { ScraperTools } from "./ScraperTools.ts"
import { Trace } from "./Trace.ts"

const DAY = 24 * 60 * 60 * 1_000

/**
 * Runs an action that reads pages. A search returns all results on its page. Other actions return at most one result.
 * The trace is filled even if the run fails.
 */
export const runAction = Effect.fn("scrapers.run")(function* (
  action: Action,
  query: ActionQuery,
  fetchPage: FetchPage,
  trace = new Trace(),
  /** The time from which "today" is computed, for tests with recorded pages. */
  at?: number
) {
  const [problem] = action.problems
  const object = action.scraper?.objects[action.kind]
  if (problem !== undefined || action.scraper === undefined || object === undefined)
    return yield* new ScrapeFailed({
      code: "cannot-run",
      reason: problem ?? "This action runs a script, which is not supported here."
    })
  const address = addressOf(action, query)
  if ("needs" in address)
    return yield* new ScrapeFailed({
      code: "needs",
      reason: `The scraper needs the item's ${address.needs}.`
    })
  const now = at ?? (yield* Clock.currentTimeMillis)
  const run = new Run({
    kind: action.engine === "json" ? "json" : "xpath",
    scraper: action.scraper,
    tools: yield* ScraperTools,
    today: now - (now % DAY),
    trace,
    fetchPage
  })
  const page = yield* run.page(address.url)
  return yield* evaluate(run, page, object, action.input === "name")
})
