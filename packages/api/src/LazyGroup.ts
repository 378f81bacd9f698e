import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as Chunk from "effect/Chunk"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const keyOf = (method: string, path: string): string => `${method} ${path}`

/**
 * Builds a layer that loads the handlers of a group on the first request to one of its routes. Until then, neither the
 * handlers' code nor their compiled request schemas occupy memory.
 */
export const lazyGroup = <Id, R>(
  group: HttpApiGroup.HttpApiGroup.Any,
  load: () => Promise<Layer.Layer<Id, never, R>>
): Layer.Layer<Id, never, R> =>
  HttpApiBuilder.Router.use((router) =>
    Effect.gen(function* () {
      const context = yield* Effect.context<R>()
      const scope = yield* Effect.scope
      const build = Effect.gen(function* () {
        const layer = yield* Effect.promise(load)
        const built = yield* Layer.buildWithScope(Layer.merge(layer, HttpApiBuilder.Router.Live), scope)
        const { routes } = yield* Context.get(built, HttpApiBuilder.Router).router
        // The cast is safe, because the layer has already provided the services that the handlers need.
        return new Map(
          Chunk.map(routes, ({ handler, method, path }) => [
            keyOf(method, path),
            handler as HttpRouter.Route.Handler<unknown, never>
          ])
        )
      })
      // Loading runs in its own fiber, because all later requests need the result. If the client of the first request
      // disconnects, loading must not be interrupted.
      const loading = yield* Deferred.make<Effect.Effect.Success<typeof build>>()
      const begin = yield* Effect.once(
        Effect.forkIn(
          Effect.intoDeferred(
            Effect.mapInputContext(build, (_request: Context.Context<never>) => context),
            loading
          ),
          scope
        )
      )
      const loaded = Effect.zipRight(Effect.uninterruptible(begin), Deferred.await(loading))
      const routes = Object.values((group as HttpApiGroup.HttpApiGroup.AnyWithProps).endpoints).map(
        ({ method, path }) =>
          HttpRouter.makeRoute(
            method,
            path,
            Effect.flatMap(loaded, (found) => found.get(keyOf(method, path))!)
          )
      )
      yield* router.concat(HttpRouter.fromIterable(routes))
    })
  ) as Layer.Layer<never, never, R> as Layer.Layer<Id, never, R>
