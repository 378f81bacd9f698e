import * as Effect from "effect/Effect"
import type { Attribute, Step } from "../definition/Definition.ts"
import type { Hits } from "../Hits.ts"
import { MOST_SUB_SCRAPER_DEPTH, MOST_VALUE_LENGTH } from "../limits.ts"
import type { ScrapeFailed } from "../ScrapeFailed.ts"
import type { Page } from "../ScraperTools.ts"
import { absoluteAddress, baseOf, baseSelectors, isPicture } from "./pictures.ts"
import { isPure } from "./pureSteps.ts"
import type { Run } from "./Run.ts"

interface EvaluationContext {
  readonly run: Run
  readonly page: Page
  /** The name of the field, for the trace. */
  readonly field: string
  readonly depth: number
  /** For each value, the base URL of the last page from which a sub-scraper took the value. */
  readonly bases: Array<string | undefined>
}
type Values = Effect.Effect<ReadonlyArray<string>, ScrapeFailed>

const warn = ({ field, run }: EvaluationContext, message: string) =>
  run.trace.add({ is: "warning", field, message })

/** Fetches the URL in the value and applies selectors to that page. Returns no value if the URL does not respond. */
const subScraped = (
  value: string,
  index: number,
  attribute: Attribute,
  context: EvaluationContext
): Effect.Effect<string, ScrapeFailed> =>
  Effect.gen(function* () {
    const { depth, field, page, run } = context
    if (value === "") return ""
    if (depth >= MOST_SUB_SCRAPER_DEPTH) {
      warn(context, `Sub-scrapers are nested more than ${MOST_SUB_SCRAPER_DEPTH} levels deep.`)
      return ""
    }
    const url = URL.canParse(value, page.url) ? new URL(value, page.url).href : value
    const fetched = yield* run.page(url).pipe(
      Effect.catchIf(
        ({ code }) => code === "fetch",
        ({ reason }) =>
          Effect.as(
            Effect.sync(() => warn(context, reason)),
            undefined
          )
      )
    )
    if (fetched === undefined) return ""
    const selector = run.selector(attribute.selector, fetched)
    const [hits, base] = yield* run.tools.select(run.kind, fetched, [selector, ...baseSelectors(run.kind)])
    const bases = [baseOf(fetched, base)]
    const inner = { run, page: fetched, field: `${field}.subScraper`, depth: depth + 1, bases }
    traceHits(inner, selector, hits!)
    const [first] = hits!.values
    if (first === undefined) return ""
    const found = attribute.concat === "" ? first : hits!.values.join(attribute.concat)
    const [result = ""] = yield* changed([found], attribute.steps, inner)
    context.bases[index] = bases[0]
    return result
  })

const traceHits = (context: EvaluationContext, selector: string, { problem, values }: Hits): void => {
  context.run.trace.add({
    is: "selector",
    field: context.field,
    selector,
    hits: values,
    count: values.length
  })
  if (problem !== undefined) warn(context, problem)
}

const stepped = (values: ReadonlyArray<string>, step: Step, context: EvaluationContext): Values => {
  const { run } = context
  if (isPure(step)) return run.tools.change(values, [step], run.today)
  return Effect.forEach(values, (value, index) =>
    step.step === "subScraper"
      ? subScraped(value, index, step.attribute, context)
      : run.javascript(context.field, step.code, value)
  )
}

/** Applies every step to every value. */
const changed = (
  values: ReadonlyArray<string>,
  steps: ReadonlyArray<Step>,
  context: EvaluationContext
): Values =>
  Effect.reduce(steps, values, (before, step) =>
    Effect.tap(stepped(before, step, context), (after) =>
      Effect.sync(() =>
        before.forEach((value, at) =>
          context.run.trace.add({
            is: "step",
            field: context.field,
            step: step.step,
            before: value,
            after: after[at] ?? ""
          })
        )
      )
    )
  )

const pieces = (text: string, separator: string): ReadonlyArray<string> =>
  text.split(separator).filter((piece) => piece !== "")

const cleaned = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(values)].filter((value) => value !== "")

/**
 * Returns the values of an attribute from its matches. Relative URLs of pictures become absolute. Lists keep repeated
 * and empty values, because the n-th values of all fields form one object.
 */
export const attributeValues = (
  attribute: Attribute,
  selector: string,
  hits: Hits,
  { base, ...given }: Omit<EvaluationContext, "depth" | "bases"> & { readonly base: string },
  isList: boolean
): Values =>
  Effect.gen(function* () {
    const context: EvaluationContext = { ...given, depth: 0, bases: [] }
    const located = (value: string, index: number): string =>
      isPicture(given.field) ? absoluteAddress(value, context.bases[index] ?? base) : value
    traceHits(context, selector, hits)
    const { concat, split, steps } = attribute
    const found = hits.values
    if (found.length === 0) return []
    const inPieces = (result: string): ReadonlyArray<string> => {
      const all = pieces(result, split).map((piece) => located(piece, 0))
      return isList ? all : cleaned(all)
    }
    if (concat !== "") {
      const joined = found.join(concat).slice(0, MOST_VALUE_LENGTH)
      const [result = ""] = yield* changed([joined], steps, context)
      return split === "" ? [located(result, 0)] : inPieces(result)
    }
    if (split !== "") {
      // The original engine uses only the first match, and scraper files rely on this.
      const [result = ""] = yield* changed(found.slice(0, 1), steps, context)
      return inPieces(result)
    }
    const results = (yield* changed(found, steps, context)).map(located)
    return isList ? results : cleaned(results)
  })
