import * as Effect from "effect/Effect"
import type { Definition } from "./definition/Definition.ts"
import { readDefinition } from "./definition/readDefinition.ts"
import { decodeText } from "./decodeText.ts"
import { applyAllPure, type PureStep } from "./mapped/pureSteps.ts"
import { openPage, type PageKind } from "./page.ts"
import { ScrapeFailed } from "./ScrapeFailed.ts"
import type { Page } from "./ScraperTools.ts"
import type { Hits } from "./Hits.ts"

export const readHere = (id: string, source: string): Effect.Effect<Definition, ScrapeFailed> =>
  Effect.mapError(
    Effect.suspend(() => readDefinition(id, source)),
    (reason) => new ScrapeFailed({ code: "definition", reason })
  )

/** Applies selectors in this process. Use it only in the scraper process, which has a CPU budget, and in tests. */
export const selectHere = (
  kind: PageKind,
  { bytes, type }: Pick<Page, "bytes" | "type">,
  selectors: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Hits>, ScrapeFailed> =>
  Effect.suspend(() => {
    const page = openPage(kind, decodeText(bytes, type))
    return "refused" in page
      ? new ScrapeFailed({ code: "page", reason: page.refused })
      : Effect.succeed(selectors.map((selector) => page.select(selector)))
  })

export const changeHere = (
  values: ReadonlyArray<string>,
  steps: ReadonlyArray<PureStep>,
  today: number
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.sync(() => values.map((value) => applyAllPure(value, steps, today)))
