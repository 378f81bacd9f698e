import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Definition } from "./definition/Definition.ts"
import type { Hits } from "./Hits.ts"
import type { PureStep } from "./mapped/pureSteps.ts"
import type { PageKind } from "./page.ts"
import type { ScrapeFailed } from "./ScrapeFailed.ts"

/** An unmodified response, with its address after redirects. */
export interface Page {
  readonly url: string
  readonly bytes: Buffer
  /** The whole `Content-Type`. */
  readonly type: string | undefined
}

export interface ScraperToolsShape {
  /** Parses a scraper file; fails with a sentence if it is invalid. */
  readonly read: (id: string, source: string) => Effect.Effect<Definition, ScrapeFailed>
  /** The matches of each selector, in order. */
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
  /** The result of a JavaScript step as text, or undefined if it has none; a sentence if it failed. */
  readonly javascript: (
    code: string,
    value: string
  ) => Effect.Effect<{ readonly value?: string; readonly problem?: string }>
}

/** Processes untrusted pages and expressions. Live layer: `LiveScraperTools.ts`, which uses guarded programs. */
export class ScraperTools extends Context.Tag("@media/scrapers/ScraperTools")<
  ScraperTools,
  ScraperToolsShape
>() {}
