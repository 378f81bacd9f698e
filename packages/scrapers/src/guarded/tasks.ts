import { task } from "@media/children/guarded/Task"
import * as Schema from "effect/Schema"
import type { Definition, Step } from "../definition/Definition.ts"
import type { PureStep } from "../mapped/pureSteps.ts"
import { ScrapeFailed } from "../ScrapeFailed.ts"

/**
 * Maximum size of the binary part of a request or response. Values are sent in this part, because
 * the JSON head is limited to 1 MiB.
 */
const MOST_BYTES = 32 * 1024 ** 2

export const HitsList = Schema.parseJson(
  Schema.Array(
    Schema.Struct({
      values: Schema.Array(Schema.String),
      problem: Schema.optionalWith(Schema.String, { exact: true })
    })
  )
)
export const ValueList = Schema.parseJson(Schema.Array(Schema.String))

/** Checks only the outer structure of the definition, because our own process parsed the file. */
const Read = Schema.declare((input: unknown): input is Definition => {
  const { actions, problems } = (input ?? {}) as { readonly actions?: unknown; readonly problems?: unknown }
  return Array.isArray(actions) && Array.isArray(problems)
})
export const ReadDefinition = Schema.parseJson(Read)

/** Parses a scraper file. The bytes of the request are the file, and the bytes of the response are the definition. */
export const definitionTask = task({
  name: "scrapers.definition",
  question: Schema.Struct({ id: Schema.String }),
  answer: Schema.Struct({}),
  refusal: ScrapeFailed,
  seconds: 10,
  mostBytes: MOST_BYTES
})

/** Applies selectors to a page. The bytes of the request are the page. */
export const selectTask = task({
  name: "scrapers.select",
  question: Schema.Struct({
    kind: Schema.Literal("xpath", "json"),
    type: Schema.NullOr(Schema.String),
    selectors: Schema.Array(Schema.String)
  }),
  answer: Schema.Struct({}),
  refusal: ScrapeFailed,
  seconds: 5,
  mostBytes: MOST_BYTES
})

/** Checks only the outer structure of the step, because our own process decoded the file. */
const Pure = Schema.declare((input: unknown): input is PureStep => {
  const step = (input as Step | null)?.step
  return typeof step === "string" && step !== "subScraper" && step !== "javascript"
})

/** Applies steps to values. The bytes of the request are the values. */
export const changeTask = task({
  name: "scrapers.change",
  question: Schema.Struct({ steps: Schema.Array(Pure), today: Schema.Number }),
  answer: Schema.Struct({}),
  refusal: ScrapeFailed,
  seconds: 5,
  mostBytes: MOST_BYTES
})

export const scriptTask = task({
  name: "scrapers.javascript",
  question: Schema.Struct({ code: Schema.String, value: Schema.String }),
  answer: Schema.Struct({
    value: Schema.optionalWith(Schema.String, { exact: true }),
    problem: Schema.optionalWith(Schema.String, { exact: true })
  }),
  refusal: ScrapeFailed,
  seconds: 5,
  mostBytes: 0
})
