import { traceEveryConfig } from "@media/kernel/ProcessConfig"
import { healthPath } from "@media/http/response/RefusePlain"
import { sendError } from "@media/http/response/SendError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Scope from "effect/Scope"
import type { IncomingMessage, ServerResponse } from "node:http"
import { healthHandler } from "./HealthHandler.ts"
import type { typedApi } from "./TypedApi.ts"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Loads the typed API on the first request that needs it, because loading its contracts, schemas and handlers used to
 * take a third of the startup time. Concurrent requests share a single load, which continues even if a waiting client
 * disconnects.
 */
const lazyApi = Effect.gen(function* () {
  const runtime = yield* Effect.runtime<Exclude<Effect.Effect.Context<typeof typedApi>, Scope.Scope>>()
  const scope = yield* Effect.scope
  const load = Effect.promise(() => import("./TypedApi.ts")).pipe(
    Effect.flatMap((module) => module.typedApi),
    Scope.extend(scope),
    Effect.orDie,
    Effect.tapErrorCause((cause) => Effect.logError("the API could not be loaded", cause))
  )
  let handler: Handler | undefined
  let loading: Promise<Exit.Exit<Handler>> | undefined
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (handler !== undefined) return handler(request, response)
    loading ??= Runtime.runPromiseExit(runtime)(load)
    void loading.then((exit) => {
      if (Exit.isFailure(exit)) {
        // Loading failed, so the next request tries again.
        loading = undefined
        if (response.closed) return
        return sendError(
          response,
          500,
          "internal",
          "The server could not load its API. Try again, or check the server log."
        )
      }
      handler = exit.value
      if (!response.closed) handler(request, response)
    })
  }
})

/** Handles the typed routes of the service. */
export class ApiHandler extends Context.Tag("@media/api/ApiHandler")<ApiHandler, Handler>() {
  static readonly layer = Layer.scoped(
    ApiHandler,
    Effect.gen(function* () {
      // An invalid setting must fail the startup instead of the first request, so the setting is read here.
      yield* traceEveryConfig
      const health = yield* healthHandler
      const others = yield* lazyApi
      return (request: IncomingMessage, response: ServerResponse): void =>
        (request.url ?? "").split("?", 1)[0] === healthPath
          ? health(request, response)
          : others(request, response)
    })
  )
}
