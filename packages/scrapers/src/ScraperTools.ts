import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Definition } from "./definition/Definition.ts"
import type { Hits } from "./Hits.ts"
import type { PureStep } from "./mapped/pureSteps.ts"
import type { PageKind } from "./page.ts"
import type { ScrapeFailed } from "./ScrapeFailed.ts"

/** An unmodified response, with the URL after redirects. */
export interface Page {
  readonly url: string
  readonly bytes: Buffer
  /** The complete `Content-Type` header. */
  readonly type: string | undefined
}

export interface ScraperToolsShape {
  /** Parses a scraper file. Fails with a message for users if the file is invalid. */
  readonly read: (id: string, source: string) => Effect.Effect<Definition, ScrapeFailed>
  /** Returns the matches of each selector, in the order of `selectors`. */
  readonly select: (
    kind: PageKind,
    page: Page,
    selectors: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Hits>, ScrapeFailed>
  readonly change: (
    values: ReadonlyArray<string>,
    steps: ReadonlyArray<PureStep>,
    today: number
  ) => Effect.Effect<ReadonlyArray<string>, ScrapeFailed>
  /** Runs a JavaScript step. `value` is the result as text, if there is one. `problem` explains a failure. */
  readonly javascript: (
    code: string,
    value: string
  ) => Effect.Effect<{ readonly value?: string; readonly problem?: string }>
}

/** Processes untrusted pages and expressions. The live layer (`LiveScraperTools.ts`) uses child processes. */
export class ScraperTools extends Context.Tag("@media/scrapers/ScraperTools")<
  ScraperTools,
  ScraperToolsShape
>() {}
