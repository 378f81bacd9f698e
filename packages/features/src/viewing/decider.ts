import type { Decider } from "@media/event-store/Decider"
import * as Either from "effect/Either"
import type { ViewingEvent } from "./events.ts"

export interface Rate {
  readonly _tag: "Rate"
  readonly accountId: string
  readonly videoId: string
  readonly rating: number | null
}

export const viewingDecider: Decider<Rate, { readonly rating: number | null }, ViewingEvent, never> = {
  initial: { rating: null },
  decide: ({ accountId, rating, videoId }, state) =>
    Either.right(state.rating === rating ? [] : [{ _tag: "viewing.rated.v1", accountId, videoId, rating }]),
  evolve: (_, event) => ({ rating: event.rating })
}
