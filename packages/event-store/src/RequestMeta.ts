import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

interface Origin {
  /** The `X-Request-Id` header of the response. */
  readonly requestId?: string
  /** The client's IP address, as it is used to throttle sign-ins. */
  readonly address?: string
}

/**
 * The HTTP request that is being handled. The value is provided once per request, around the handler. The event store
 * adds the value to the metadata of all events that the handler appends. For jobs and other work of the server itself,
 * the value is empty.
 */
export class RequestMeta extends Context.Reference<RequestMeta>()("@media/event-store/RequestMeta", {
  defaultValue: (): Origin => ({})
}) {}

export const withRequestMeta = (origin: Origin) => Effect.provideService(RequestMeta, origin)
