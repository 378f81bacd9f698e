import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

interface Origin {
  /** The `X-Request-Id` header of the response. */
  readonly requestId?: string
  /** The client's IP address, as the throttle sees it. */
  readonly address?: string
}

/**
 * The request that causes the events which an effect appends. It is set once around the handler of the request. The
 * store writes it into the metadata of the events. It is empty for the server's own work.
 */
export class RequestMeta extends Context.Reference<RequestMeta>()("@media/event-store/RequestMeta", {
  defaultValue: (): Origin => ({})
}) {}

export const withRequestMeta = (origin: Origin) => Effect.provideService(RequestMeta, origin)
