import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

interface Origin {
  /** The `X-Request-Id` header of the response. */
  readonly requestId?: string
  /** The client's address, as the throttle sees it. */
  readonly address?: string
}

/**
 * The request behind everything an effect appends. Set once around a request's handler; the store writes it into the
 * meta of its events. Empty for the server's own work.
 */
export class RequestMeta extends Context.Reference<RequestMeta>()("@media/event-store/RequestMeta", {
  defaultValue: (): Origin => ({})
}) {}

export const withRequestMeta = (origin: Origin) => Effect.provideService(RequestMeta, origin)
