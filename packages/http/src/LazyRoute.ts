import * as Effect from "effect/Effect"
import type { FailureBody, RawRoute } from "./RawRoute.ts"

/** A raw route without its handler. */
type Declared = Pick<
  RawRoute<never>,
  "access" | "body" | "contentType" | "errors" | "method" | "path" | "summary"
> & { readonly failureBody?: FailureBody }

/** A raw route whose handler is loaded by the first request: an idle server does not contain its code. */
export const lazyRoute = <R>(declared: Declared, load: () => Promise<RawRoute<R>>): RawRoute<R> =>
  // The generator copies access and errors from the route that it loads, so the handler has the type of this route.
  ({
    ...declared,
    handle: (exchange: never) => Effect.flatMap(Effect.promise(load), ({ handle }) => handle(exchange))
  }) as RawRoute<R>
