import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { withRequestMeta } from "@media/event-store/RequestMeta"
import { ViewerZone } from "@media/kernel/ViewerZone"
import { redactTarget } from "@media/http/request/AccessLog"
import { retryAfter } from "@media/http/response/RetryAfter"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { IncomingMessage, ServerResponse } from "node:http"
import { coded } from "./Coded.ts"
import { envelopeNet } from "./EnvelopeNet.ts"
import { Api } from "./generated/Api.ts"
import { handlers } from "./generated/handlers.ts"
import { maxJsonBytes } from "./MaxJsonBytes.ts"
import { requestMetaOf, viewerZoneOf } from "./RequestMetaOf.ts"
import { sampledTracing } from "./SampledTracing.ts"
import { SessionGateLive } from "./SessionGate.ts"

const ApiLive = HttpApiBuilder.api(Api).pipe(Layer.provide(handlers), Layer.provide(SessionGateLive))

/**
 * Maximum length of a path parameter, in characters. With a lower limit, the router would not match the route of a long
 * id, and the client would receive a misleading 405 instead of 404.
 */
const maxParamLength = 8_192

/**
 * Adds the default `Retry-After` header for the response's status, because declared errors cannot set headers. A header
 * set by the handler takes precedence.
 */
const withRetryAfter = (response: HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.setHeaders(response, { ...retryAfter(response.status), ...response.headers })

type Handler = (request: IncomingMessage, response: ServerResponse) => void

class TypedApi extends Context.Tag("@media/api/TypedApi")<TypedApi, Handler>() {
  static readonly layer = Layer.scoped(
    TypedApi,
    Effect.gen(function* () {
      const app = HttpIncomingMessage.withMaxBodySize(
        yield* HttpApiBuilder.httpApp,
        Option.some(maxJsonBytes)
      )
      const sampled = yield* sampledTracing
      return yield* NodeHttpServer.makeHandler(
        Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method, source, url }) =>
          sampled(`${method} ${redactTarget(url)}`, app).pipe(
            Effect.flatMap(coded),
            Effect.map(withRetryAfter),
            withRequestMeta(requestMetaOf(source as IncomingMessage)),
            Effect.provideService(ViewerZone, viewerZoneOf(source as IncomingMessage))
          )
        )
      )
    })
  ).pipe(
    Layer.provide(HttpApiBuilder.middleware(Api, envelopeNet)),
    Layer.provide(ApiLive),
    Layer.provide(HttpApiBuilder.Router.Live),
    Layer.provide(HttpRouter.setRouterConfig({ maxParamLength })),
    Layer.provide(HttpApiBuilder.Middleware.layer),
    Layer.provide(NodeHttpServer.layerContext)
  )
}

/** Builds the typed API as a node:http handler that is valid until the scope closes. */
export const typedApi = Effect.map(Layer.build(TypedApi.layer), Context.get(TypedApi))
