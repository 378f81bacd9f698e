import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

interface Origin {
  /** As in the header `X-Request-Id` of the answer. */
  readonly requestId?: string
  /** Of the client, as the throttle knows it. */
  readonly address?: string
}

/**
 * The request behind everything an effect appends: set once around a request's handler, written into the meta of its
 * events by the store. Empty for the work of the server itself.
 */
export class RequestMeta extends Context.Reference<RequestMeta>()("@media/event-store/RequestMeta", {
  defaultValue: (): Origin => ({})
}) {}

export const withRequestMeta = (origin: Origin) => Effect.provideService(RequestMeta, origin)
