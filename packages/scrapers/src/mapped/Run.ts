import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { MappedScraper } from "../definition/Definition.ts"
import { decodeText } from "../decodeText.ts"
import { MOST_FETCHES, MOST_SCRIPTS } from "../limits.ts"
import type { PageKind } from "../page.ts"
import { ScrapeFailed } from "../ScrapeFailed.ts"
import type { Page, ScraperToolsShape } from "../ScraperTools.ts"
import type { Trace } from "../Trace.ts"

/** Fetches a page of the website with the cookies and headers of this run. */
export type FetchPage = (url: string) => Effect.Effect<Page, ScrapeFailed>

const EXCERPT_BYTES = 2_048

/** A single run of an action, with its tools and its remaining limits. */
export class Run {
  private fetches = 0
  private scripts = 0

  readonly kind: PageKind
  readonly scraper: MappedScraper
  readonly tools: ScraperToolsShape
  readonly today: number
  readonly trace: Trace
  private readonly fetchPage: FetchPage

  constructor(given: {
    readonly kind: PageKind
    readonly scraper: MappedScraper
    readonly tools: ScraperToolsShape
    readonly today: number
    readonly trace: Trace
    readonly fetchPage: FetchPage
  }) {
    this.kind = given.kind
    this.scraper = given.scraper
    this.tools = given.tools
    this.today = given.today
    this.trace = given.trace
    this.fetchPage = given.fetchPage
  }

  page(url: string): Effect.Effect<Page, ScrapeFailed> {
    return Effect.suspend(() => {
      this.fetches += 1
      if (this.fetches > MOST_FETCHES)
        return new ScrapeFailed({
          code: "limit",
          reason: `The scraper fetches more than ${MOST_FETCHES} pages for one result.`
        })
      return Effect.flatMap(Clock.currentTimeMillis, (start) =>
        this.fetchPage(url).pipe(
          Effect.tapBoth({
            onSuccess: (page) =>
              Effect.map(Clock.currentTimeMillis, (end) =>
                this.trace.add({
                  is: "request",
                  url: page.url,
                  millis: end - start,
                  bytes: page.bytes.length,
                  type: page.type ?? "",
                  excerpt: decodeText(page.bytes.subarray(0, EXCERPT_BYTES), page.type)
                })
              ),
            onFailure: ({ reason }) =>
              Effect.map(Clock.currentTimeMillis, (end) =>
                this.trace.add({ is: "request", url, millis: end - start, problem: reason })
              )
          })
        )
      )
    })
  }

  javascript(field: string, code: string, value: string): Effect.Effect<string, ScrapeFailed> {
    return Effect.suspend(() => {
      this.scripts += 1
      if (this.scripts > MOST_SCRIPTS)
        return new ScrapeFailed({
          code: "limit",
          reason: `The scraper runs more than ${MOST_SCRIPTS} JavaScript steps for one result.`
        })
      return Effect.map(this.tools.javascript(code, value), ({ problem, value: result }) => {
        if (problem !== undefined) this.trace.add({ is: "warning", field, message: problem })
        return result ?? value
      })
    })
  }

  /** Replaces the placeholders that the scraper defines, and then the placeholder for the URL of the page. */
  selector(text: string, page: Page): string {
    const common = this.scraper.common.reduce((done, [key, by]) => done.replaceAll(key, () => by), text)
    return withAddress(common, page)
  }
}

export const withAddress = (text: string, { url }: Page): string =>
  text
    .replaceAll("{inputURL}", () => url)
    .replaceAll("{inputHostname}", () => (URL.canParse(url) ? new URL(url).hostname : ""))
