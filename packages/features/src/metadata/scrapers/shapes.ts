import { Timestamp } from "@media/kernel/Timestamp"
import type { Scraped as ScrapedShape } from "@media/scrapers/mapped/Scraped"
import { Body, SafeText } from "@media/wire/Query"
import * as Schema from "effect/Schema"
import { EntityKind } from "../../EntityKind.ts"
import { MatchType } from "../../IdentifySource.ts"
import { ItemKind } from "../../ItemKind.ts"

const strings = Schema.Array(Schema.String)
const ObjectKind = Schema.Literal("performer", "scene", "gallery", "image", "group")
const TargetKind = Schema.Union(ItemKind, EntityKind)

export const ScraperProblem = Schema.Struct({
  /** A message for users. */
  message: Schema.String,
  line: Schema.NullOr(Schema.Int),
  /** True if the action or the whole file cannot run. False for a warning. */
  isFatal: Schema.Boolean
}).annotations({ identifier: "ScraperProblem" })

export const ScraperAction = Schema.Struct({
  /** The key in the file, such as `sceneByURL`. */
  key: Schema.String,
  kind: ObjectKind,
  type: Schema.Literal("name", "fragment", "queryFragment", "url"),
  /** Features that must be set up before the action can run. */
  needs: Schema.Array(Schema.Literal("scripts", "browser")),
  /** Strings that identify supported URLs. The action supports a URL that contains one of them. */
  urls: strings,
  /** The reasons why the action cannot run, as messages for users. Empty if the action can run. */
  problems: strings
}).annotations({ identifier: "ScraperAction" })

export const ScraperHealth = Schema.Struct({
  lastRunAt: Schema.NullOr(Timestamp),
  ok: Schema.Int,
  failed: Schema.Int,
  lastError: Schema.NullOr(Schema.String)
}).annotations({ identifier: "ScraperHealth" })

export const Scraper = Schema.Struct({
  /** The file name without the extension. */
  id: Schema.String,
  name: Schema.String,
  /** The package that the scraper was installed with. */
  package: Schema.NullOr(Schema.String),
  /** The path relative to the folder of scrapers. */
  path: Schema.String,
  requires: strings,
  /** True if an administrator allowed the scripts of this scraper and scripts are turned on in the settings. */
  areScriptsAllowed: Schema.Boolean,
  actions: Schema.Array(ScraperAction),
  problems: Schema.Array(ScraperProblem),
  health: ScraperHealth
}).annotations({ identifier: "Scraper" })
export type Scraper = typeof Scraper.Type

export const ScraperDetail = Schema.Struct({ ...Scraper.fields, source: Schema.String }).annotations({
  identifier: "ScraperDetail"
})
export type ScraperDetail = typeof ScraperDetail.Type

/** The values of an object, keyed by their field names in the scraper format, with nested objects. */
export const Scraped: Schema.Schema<ScrapedShape> = Schema.Struct({
  fields: Schema.Record({ key: Schema.String, value: Schema.String }),
  urls: strings,
  relations: Schema.Record({
    key: Schema.String,
    value: Schema.Array(Schema.suspend((): Schema.Schema<ScrapedShape> => Scraped))
  })
}).annotations({ identifier: "Scraped" })

export const ScrapeResult = Schema.Struct({
  /** The id of the pending proposal, if the request was for an item or entity. */
  id: Schema.NullOr(Schema.String),
  source: Schema.String,
  entityType: Schema.NullOr(TargetKind),
  entityId: Schema.NullOr(Schema.String),
  action: Schema.String,
  matchType: MatchType,
  /** Confidence from 0 to 100. */
  confidence: Schema.Int,
  scraped: Scraped,
  status: Schema.Literal("pending", "unsaved")
}).annotations({ identifier: "ScrapeResult" })
export type ScrapeResult = typeof ScrapeResult.Type

const text = Schema.String
export const TraceStep = Schema.Union(
  Schema.Struct({
    is: Schema.Literal("request"),
    url: text,
    millis: Schema.Number,
    bytes: Schema.optionalWith(Schema.Number, { exact: true }),
    type: Schema.optionalWith(text, { exact: true }),
    excerpt: Schema.optionalWith(text, { exact: true }),
    problem: Schema.optionalWith(text, { exact: true })
  }),
  Schema.Struct({
    is: Schema.Literal("selector"),
    field: text,
    selector: text,
    hits: strings,
    count: Schema.Number
  }),
  Schema.Struct({ is: Schema.Literal("step"), field: text, step: text, before: text, after: text }),
  Schema.Struct({ is: Schema.Literal("warning"), field: text, message: text })
).annotations({ identifier: "ScraperTraceStep" })

export const ScrapeAnswer = Schema.Struct({
  results: Schema.Array(ScrapeResult),
  trace: Schema.NullOr(Schema.Array(TraceStep))
}).annotations({ identifier: "ScrapeAnswer" })

/** The result of a test run, which stores nothing. */
export const ScraperTest = Schema.Struct({
  results: Schema.Array(Scraped),
  /** The reason why there are no results, as a message for users, or null. */
  problem: Schema.NullOr(text),
  action: Schema.NullOr(text),
  millis: Schema.Int,
  trace: Schema.Array(TraceStep),
  /** Problems in the source file that ran. */
  problems: Schema.Array(ScraperProblem)
}).annotations({ identifier: "ScraperTest" })
export type ScraperTest = typeof ScraperTest.Type

export const ScriptPermission = Body({ isAllowed: Schema.Boolean })

const short = SafeText(500)
/** A search result that the user selected. */
const Chosen = Schema.Struct({
  title: Schema.optional(short),
  url: Schema.optional(SafeText(2_000)),
  code: Schema.optional(short),
  date: Schema.optional(short),
  details: Schema.optional(SafeText(10_000)),
  director: Schema.optional(short),
  remote_site_id: Schema.optional(short)
})
const asking = {
  /** The key of an action, such as `sceneByURL`. By default, the first suitable action runs. */
  action: Schema.optional(SafeText(40)),
  url: Schema.optional(SafeText(2_000)),
  query: Schema.optional(short),
  fragment: Schema.optional(Chosen),
  entityType: Schema.optional(TargetKind),
  entityId: Schema.optional(SafeText(100))
}
/**
 * A request to scrape a URL, a name, a search result or an item. Results for an item are stored as pending proposals.
 */
export const ScrapeRequest = Body({ ...asking, trace: Schema.optional(Schema.Boolean) })
export type ScrapeRequest = typeof ScrapeRequest.Type

/** An edited copy of the scraper file, which runs instead of the installed file. */
const source = Schema.optional(SafeText(1_048_576))
export const TestRequest = Body({ ...asking, source })
export type TestRequest = typeof TestRequest.Type

export const ScraperFixture = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  recordedAt: Timestamp,
  action: Schema.String,
  pages: Schema.Array(Schema.Struct({ url: Schema.String, bytes: Schema.Int })),
  expected: Schema.Array(Scraped)
}).annotations({ identifier: "ScraperFixture" })
export type ScraperFixture = typeof ScraperFixture.Type

export const NewFixture = Body({ ...asking, name: Schema.optional(SafeText(200)) })
export type NewFixture = typeof NewFixture.Type
export const FixtureRun = Body({ source })
export type FixtureRun = typeof FixtureRun.Type

export const FixtureResult = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  isSame: Schema.Boolean,
  problem: Schema.NullOr(Schema.String),
  /** The values that differ, each with its path, the expected value and the actual value. */
  differences: Schema.Array(
    Schema.Struct({ path: Schema.String, expected: Schema.NullOr(text), found: Schema.NullOr(text) })
  )
}).annotations({ identifier: "ScraperFixtureResult" })
export type FixtureResult = typeof FixtureResult.Type
