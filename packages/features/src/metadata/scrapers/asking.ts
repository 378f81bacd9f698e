import { Invalid } from "@media/kernel/Errors"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import type { Asked } from "./choose.ts"
import type { RunRequest } from "./run.ts"
import type { ScrapeRequest } from "./shapes.ts"
import { describeFor, type Target } from "./targets.ts"

export interface Request extends RunRequest {
  readonly target: Target | undefined
}

const without = <A extends object>(values: A) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ""))

const askedOf = ({ fragment, query = "", url = "" }: ScrapeRequest): Asked | undefined => {
  if (url.trim() !== "") return { url: url.trim() }
  if (query.trim() !== "") return { name: query.trim() }
  return fragment === undefined ? undefined : { result: without(fragment) }
}

/** Converts an API request to a scraper request. An item that the caller may not see is reported as not found. */
export const requestOf = Effect.fn("scrapers.request")(function* (
  principal: Principal,
  request: Omit<ScrapeRequest, "trace">
) {
  const { action: key, entityId, entityType: kind } = request
  if (entityId !== undefined && kind === undefined)
    return yield* new Invalid({ reason: "entityType: is missing" })
  const target = entityId === undefined || kind === undefined ? undefined : { id: entityId, kind }
  const described = target === undefined ? undefined : yield* describeFor(principal, target)
  const asked = askedOf(request) ?? (described === undefined ? undefined : { item: described.fragment })
  if (asked === undefined)
    return yield* new Invalid({
      reason: "Provide an address (`url`), a name (`query`) or an item (`entityType` and `entityId`)."
    })
  return { asked, key, kind, target } satisfies Request
})
