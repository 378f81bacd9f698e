import { NotFound } from "@media/kernel/Errors"
import type { Action, Definition, Problem } from "@media/scrapers/definition/Definition"
import { ScrapeFailed } from "@media/scrapers/ScrapeFailed"
import { ScraperTools } from "@media/scrapers/ScraperTools"
import * as Effect from "effect/Effect"
import { type ScraperFile, scraperFiles, sourceOf } from "./scraperFiles.ts"
import { ScrapersFolder } from "./ScrapersFolder.ts"

/**
 * The parts of a scraper file that are needed for lists and are kept in memory. The other parts are read each time the
 * scraper runs.
 */
export interface ReadFile {
  readonly name: string
  readonly requires: ReadonlyArray<string>
  readonly needsBrowser: boolean
  readonly actions: ReadonlyArray<Omit<Action, "scraper" | "queryUrlReplace">>
  readonly problems: ReadonlyArray<Problem>
}
export interface InstalledScraper extends ReadFile {
  readonly file: ScraperFile
}

const UNREADABLE = "The file cannot be read, or is larger than 1 MiB."

const summaryOf = ({ actions, driver, name, problems, requires }: Definition): ReadFile => ({
  ...{ name, requires, problems },
  needsBrowser: driver.needsBrowser,
  actions: actions.map(({ queryUrlReplace: _, scraper: __, ...action }) => action)
})

/**
 * Parses a scraper file in a child process with limits. Fails with `ScrapeFailed` if the file is unreadable or invalid.
 */
export const readScraper = (file: ScraperFile) =>
  Effect.gen(function* () {
    const { root } = yield* ScrapersFolder
    const source = yield* Effect.promise(() => sourceOf(root, file))
    if (source === undefined) return yield* new ScrapeFailed({ code: "definition", reason: UNREADABLE })
    const tools = yield* ScraperTools
    return { source, definition: yield* tools.read(file.id, source) }
  })

const known = (file: ScraperFile) =>
  Effect.gen(function* () {
    const { files } = yield* ScrapersFolder
    const before = files.get(file.path)
    if (before?.version === file.version) return { ...before.read, file }
    const read = yield* readScraper(file).pipe(
      Effect.map(({ definition }) => summaryOf(definition)),
      Effect.catchAll(({ reason }) =>
        Effect.succeed<ReadFile>({
          ...{ name: file.id, requires: [], needsBrowser: false, actions: [] },
          problems: [{ message: reason, isFatal: true }]
        })
      )
    )
    files.set(file.path, { version: file.version, read })
    return { ...read, file }
  })

/** Returns all installed scrapers, sorted by id. Reads only the files that have changed since the last call. */
export const installedScrapers = Effect.gen(function* () {
  const { files, root } = yield* ScrapersFolder
  const found = yield* Effect.promise(() => scraperFiles(root))
  const paths = new Set(found.map(({ path }) => path))
  for (const path of files.keys()) if (!paths.has(path)) files.delete(path)
  return (yield* Effect.forEach(found, known, { concurrency: 3 })) as ReadonlyArray<InstalledScraper>
})

/** Clears the cache, so that all files are read again. */
export const forgetScrapers = Effect.map(ScrapersFolder, ({ files }) => files.clear())

export const findScraperFile = (id: string) =>
  Effect.gen(function* () {
    const { root } = yield* ScrapersFolder
    const found = yield* Effect.promise(() => scraperFiles(root))
    const file = found.find((each) => each.id === id)
    return file === undefined ? yield* new NotFound({ what: "scraper" }) : file
  })

/** Returns one scraper in the form that lists show. */
export const findScraper = (id: string) => Effect.flatMap(findScraperFile(id), known)
