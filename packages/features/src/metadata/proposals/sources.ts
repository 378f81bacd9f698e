import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identifySources } from "../../generated/identifySources.ts"
import type { IdentifyNeeds, IdentifySource } from "../../IdentifySource.ts"
import type { IdentifyChoice } from "./contract.ts"

type Registered = IdentifySource<unknown, IdentifyNeeds<(typeof identifySources)[number]>>

/** Additional sources for tests. They have precedence over the sources that the feature slices register. */
export class MoreSources extends Context.Reference<MoreSources>()("proposals/MoreSources", {
  defaultValue: (): ReadonlyArray<IdentifySource<unknown, never>> => []
}) {}

export const allSources = Effect.map(MoreSources, (more): ReadonlyArray<Registered> => [
  ...more,
  ...identifySources
])

/**
 * Returns all available sources: scrapers, stash-boxes and plugins. If the sources of one kind cannot be listed, only
 * this kind is skipped.
 */
export const listChoices = Effect.gen(function* () {
  const sources = yield* allSources
  const all = yield* Effect.forEach(sources, ({ choices, kind }) =>
    choices.pipe(
      Effect.map((found) =>
        found.map(({ id, name, problem, targets }): IdentifyChoice => ({
          ...{ kind, id, name, targets },
          problem: problem ?? null
        }))
      ),
      Effect.catchAllCause((cause) =>
        Effect.as(Effect.logWarning("One kind of metadata source could not be listed", cause), [])
      )
    )
  )
  return all.flat()
})
