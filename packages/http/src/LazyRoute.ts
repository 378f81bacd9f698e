import * as Effect from "effect/Effect"
import type { FailureBody, RawRoute } from "./RawRoute.ts"

/** The declaration of a raw route, without its handler. */
type Declared = Pick<
  RawRoute<never>,
  "access" | "body" | "contentType" | "errors" | "method" | "path" | "summary"
> & { readonly failureBody?: FailureBody }

/** Returns a raw route whose handler is loaded by the first request, so that an idle server does not load its code. */
export const lazyRoute = <R>(declared: Declared, load: () => Promise<RawRoute<R>>): RawRoute<R> =>
  // The cast is safe, because the generator copies `access` and `errors` of `declared` from the loaded route.
  ({
    ...declared,
    handle: (exchange: never) => Effect.flatMap(Effect.promise(load), ({ handle }) => handle(exchange))
  }) as RawRoute<R>
