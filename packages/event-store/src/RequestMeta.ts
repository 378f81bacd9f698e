import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

interface Origin {
  /** The `X-Request-Id` header of the response. */
  readonly requestId?: string
  /** The client's IP address, as it is used to throttle sign-ins. */
  readonly address?: string
}

/**
 * The HTTP request that is being handled, if any. It is provided once, around the handler of the request, and the event
 * store adds it to the metadata of all events that the handler appends. It is empty for jobs and other work of the
 * server itself.
 */
export class RequestMeta extends Context.Reference<RequestMeta>()("@media/event-store/RequestMeta", {
  defaultValue: (): Origin => ({})
}) {}

export const withRequestMeta = (origin: Origin) => Effect.provideService(RequestMeta, origin)
