import { settlePackages } from "@media/extensions/packageFolders"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import type { ReadFile } from "./installed.ts"

/** The folder of scraper files, and the files that this process has read. */
export class ScrapersFolder extends Context.Tag("@media/features/ScrapersFolder")<
  ScrapersFolder,
  {
    readonly root: string
    /** The files, keyed by path. A file is read again when its size or time has changed. */
    readonly files: Map<string, { readonly version: string; readonly read: ReadFile }>
    /** Limits the number of scrapers that run at the same time. */
    readonly slots: Effect.Semaphore
  }
>() {}

const MOST_RUNS = 4

export const scrapersFolder = ({ data }: { readonly data: string }) =>
  Layer.effect(
    ScrapersFolder,
    Effect.gen(function* () {
      const root = join(data, "scrapers")
      const now = yield* Clock.currentTimeMillis
      yield* settlePackages(root, now).pipe(
        Effect.catchAll(({ reason }) =>
          Effect.logWarning("Leftovers of scraper packages could not be deleted", { reason })
        )
      )
      return { root, files: new Map(), slots: yield* Effect.makeSemaphore(MOST_RUNS) }
    })
  )
