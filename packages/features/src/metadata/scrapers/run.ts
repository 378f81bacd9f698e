import { Egress } from "@media/egress/Egress"
import type { Definition } from "@media/scrapers/definition/Definition"
import { pageFetcher } from "@media/scrapers/fetchPage"
import type { FetchPage } from "@media/scrapers/mapped/Run"
import type { Scraped } from "@media/scrapers/mapped/Scraped"
import { runAction } from "@media/scrapers/runAction"
import { ScrapeFailed } from "@media/scrapers/ScrapeFailed"
import { runScript } from "@media/scrapers/script/runScript"
import { Trace } from "@media/scrapers/Trace"
import * as Effect from "effect/Effect"
import { dirname } from "node:path"
import { type Asked, chooseAction, type Chosen, type TargetKind } from "./choose.ts"
import { findScraperFile } from "./installed.ts"
import { allowedScripts, problemsFor } from "./scripts.ts"
import { ScrapersFolder } from "./ScrapersFolder.ts"

export interface RunRequest {
  readonly asked: Asked
  readonly key?: string | undefined
  readonly kind?: TargetKind | undefined
}

export interface RunHow {
  readonly trace?: Trace
  /** Replaces the function that fetches pages, for example to use recorded pages. */
  readonly pages?: FetchPage
  /** Called with every fetched page. */
  readonly watch?: (url: string, page: Effect.Effect.Success<ReturnType<FetchPage>>) => void
  readonly at?: number
}

export interface Ran {
  readonly chosen: Chosen
  readonly results: ReadonlyArray<Scraped>
}

/**
 * Time limit for a run. Without it, a run could take 20 minutes, because up to 40 pages are fetched one after another
 * with a limit of 30 seconds each.
 */
const MOST_TIME = "90 seconds"

const tooLong = () =>
  new ScrapeFailed({ code: "limit", reason: "The scraper took longer than 90 seconds. Try again later." })

/**
 * Runs the script of a scraper, which must be in the folder of the scraper file. Fails if recorded pages should be
 * used, because scripts fetch their own pages.
 */
const scriptRun = (
  definition: Definition,
  { action, query }: Chosen,
  trace = new Trace(),
  isRecorded: boolean
) =>
  Effect.gen(function* () {
    if (isRecorded)
      return yield* new ScrapeFailed({
        code: "cannot-run",
        reason: "Scripts fetch their own pages and cannot use recorded pages."
      })
    const { root } = yield* ScrapersFolder
    const { path } = yield* Effect.mapError(
      findScraperFile(definition.id),
      ({ message }) => new ScrapeFailed({ code: "definition", reason: message })
    )
    return yield* runScript(definition, action, query, { root, folder: dirname(path) }, trace)
  })

/** Runs a scraper. Pages are parsed in child processes with limits, never in this process. */
export const runScraper = Effect.fn("scrapers.runScraper")(function* (
  definition: Definition,
  { asked, key, kind }: RunRequest,
  { at, pages, trace, watch }: RunHow = {}
) {
  const egress = yield* Egress
  const { slots } = yield* ScrapersFolder
  // If the database does not respond, scripts are treated as not allowed. Other actions do not need the database.
  const allowed = yield* allowedScripts.pipe(
    Effect.catchAll((error) =>
      Effect.as(Effect.logWarning("the allowed scripts could not be read", error), undefined)
    )
  )
  const chosen = yield* chooseAction(definition, asked, { key, kind }, problemsFor(definition.id, allowed))
  const fetched = pages ?? pageFetcher(egress, definition.driver)
  const fetchPage: FetchPage = (url) =>
    Effect.tap(fetched(url), (page) => Effect.sync(() => watch?.(url, page)))
  const run = Effect.gen(function* () {
    return chosen.action.engine === "script"
      ? yield* scriptRun(definition, chosen, trace, at !== undefined)
      : yield* runAction(chosen.action, chosen.query, fetchPage, trace, at)
  })
  const results = yield* run.pipe(
    Effect.timeoutFail({ duration: MOST_TIME, onTimeout: tooLong }),
    slots.withPermits(1)
  )
  return { chosen, results } satisfies Ran
})
