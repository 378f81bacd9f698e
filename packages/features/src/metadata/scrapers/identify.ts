import { actionForUrl } from "@media/scrapers/address"
import * as Effect from "effect/Effect"
import { isEntityKind } from "../../EntityKind.ts"
import {
  type IdentifyChoice,
  identifySource,
  type IdentifyOutcome,
  type IdentifyTarget
} from "../../IdentifySource.ts"
import { type Asked, objectsOf, type TargetKind } from "./choose.ts"
import { counted } from "./health.ts"
import { findScraperFile, installedScrapers, type InstalledScraper, readScraper } from "./installed.ts"
import { runScraper } from "./run.ts"
import { allowedScripts, type ProblemsOf, problemsFor } from "./scripts.ts"
import { describe, type Described } from "./targets.ts"

const kinds: ReadonlyArray<TargetKind> = ["video", "series", "season", "gallery", "image", "performer"]

const choiceOf = (
  { actions, file, name, problems }: InstalledScraper,
  problemsOf: ProblemsOf
): IdentifyChoice => {
  const looking = actions.filter(({ input }) => input === "fragment" || input === "url")
  const able = looking.filter((action) => problemsOf(action).length === 0)
  const used = able.length > 0 ? able : looking
  const targets = kinds.filter((kind) =>
    objectsOf(kind).some((object) => used.some((each) => each.kind === object))
  )
  const problem =
    able.length > 0
      ? undefined
      : (looking.flatMap(problemsOf)[0] ?? problems[0]?.message ?? "The scraper can only search by name.")
  return { id: file.id, name, targets, ...(problem === undefined ? {} : { problem }) }
}

/**
 * Returns the input for a scraper. If the scraper can search by file or title, returns the item's values. Otherwise,
 * returns the first URL of the item that the scraper supports, or undefined if it supports none.
 */
const askedFor = (
  { actions }: { readonly actions: Parameters<typeof actionForUrl>[0] },
  { id: _, kind }: IdentifyTarget,
  { fragment, urls }: Described,
  problemsOf: ProblemsOf
): Asked | undefined => {
  const able = actions.filter(
    (action) => objectsOf(kind).includes(action.kind) && problemsOf(action).length === 0
  )
  if (!isEntityKind(kind) && able.some(({ input }) => input === "fragment")) return { item: fragment }
  const url = urls.find((each) => actionForUrl(able, each) !== undefined)
  return url === undefined ? undefined : { url }
}

const none: IdentifyOutcome = { _tag: "none" }

/**
 * Makes installed scrapers available as sources for identifying items and entities. Does not check whether a user may
 * see the targets, because scrapers run in jobs, which have no caller.
 */
export const scraperSource = identifySource({
  kind: "scraper",
  choices: Effect.zipWith(installedScrapers, allowedScripts, (all, allowed) =>
    all.map((each) => choiceOf(each, problemsFor(each.file.id, allowed)))
  ),
  identify: (choiceId, targets) =>
    Effect.gen(function* () {
      const file = yield* findScraperFile(choiceId)
      const { definition } = yield* readScraper(file)
      const problemsOf = problemsFor(file.id, yield* allowedScripts)
      const one = (target: IdentifyTarget) =>
        Effect.gen(function* () {
          const described = yield* describe(target)
          const asked = askedFor(definition, target, described, problemsOf)
          if (asked === undefined) return none
          const run = runScraper(definition, { asked, kind: target.kind })
          const { chosen, results } = yield* counted(choiceId, run)
          if (results.length === 0) return none
          return {
            _tag: "found",
            results: results.map((scraped) => ({
              action: chosen.action.key,
              matchType: chosen.matchType,
              confidence: chosen.confidence,
              scraped,
              ...("url" in asked ? { url: asked.url } : {})
            }))
          } satisfies IdentifyOutcome
        }).pipe(
          Effect.catchTags({
            NotFound: () => Effect.succeed(none),
            ScrapeFailed: ({ code, reason }) =>
              Effect.succeed<IdentifyOutcome>(code === "needs" ? none : { _tag: "failed", reason })
          })
        )
      return yield* Effect.forEach(targets, one)
    })
})
