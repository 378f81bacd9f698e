import { toTimestamp } from "@media/kernel/Timestamp"
import * as Effect from "effect/Effect"
import { NotFound } from "@media/kernel/Errors"
import type { Problem } from "@media/scrapers/definition/Definition"
import { type HealthRow, healthOfAll } from "./health.ts"
import { findScraper, installedScrapers, type InstalledScraper } from "./installed.ts"
import { type AllowedScripts, allowedScripts, problemsFor } from "./scripts.ts"
import { sourceOf } from "./scraperFiles.ts"
import { ScrapersFolder } from "./ScrapersFolder.ts"
import type { Scraper, ScraperDetail } from "./shapes.ts"

export const toProblem = ({ isFatal, line, message }: Problem) => ({ message, line: line ?? null, isFatal })

const needsOf = (
  { engine }: InstalledScraper["actions"][number],
  needsBrowser: boolean
): ReadonlyArray<"browser" | "scripts"> => {
  if (engine === "script") return ["scripts"]
  return needsBrowser && engine !== "stash" ? ["browser"] : []
}

const toScraper = (
  { actions, file, name, needsBrowser, problems, requires }: InstalledScraper,
  health: HealthRow | undefined,
  allowed: AllowedScripts
): Scraper => ({
  ...{ id: file.id, name, package: file.package, path: file.shownPath, requires },
  areScriptsAllowed: allowed?.get(file.id) === true,
  actions: actions.map((action) => ({
    ...{ key: action.key, kind: action.kind, type: action.input, urls: action.urls },
    needs: needsOf(action, needsBrowser),
    problems: problemsFor(file.id, allowed)(action)
  })),
  problems: [
    ...problems.map(toProblem),
    ...file.others.map((path) => ({
      message: `The file ${path} is ignored, because it has the same name as this file.`,
      line: null,
      isFatal: false
    }))
  ],
  health: {
    lastRunAt: health === undefined ? null : toTimestamp(health.lastRunAt),
    ok: health?.ok ?? 0,
    failed: health?.failed ?? 0,
    lastError: health?.lastError ?? null
  }
})

export const listScrapers = Effect.fn("scrapers.list")(function* () {
  const health = yield* healthOfAll
  const all = yield* installedScrapers
  const allowed = yield* allowedScripts
  return all.map((each) => toScraper(each, health.get(each.file.id), allowed))
})

export const getScraper = Effect.fn("scrapers.get")(function* (id: string) {
  const found = yield* findScraper(id)
  const { root } = yield* ScrapersFolder
  const health = yield* healthOfAll
  const source = yield* Effect.promise(() => sourceOf(root, found.file))
  if (source === undefined && found.problems.length === 0) return yield* new NotFound({ what: "scraper" })
  return {
    ...toScraper(found, health.get(id), yield* allowedScripts),
    source: source ?? ""
  } satisfies ScraperDetail
})
