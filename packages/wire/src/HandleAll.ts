import type * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as Effect from "effect/Effect"

type Endpoint = HttpApiEndpoint.HttpApiEndpoint.Any

/** A handler for each of these endpoints, keyed by name. */
type HandlersOf<Endpoints extends Endpoint, Name extends PropertyKey, E> = {
  readonly [Key in Name & string]: HttpApiEndpoint.HttpApiEndpoint.HandlerWithName<Endpoints, Key, E, unknown>
}
interface Step {
  readonly handle: (name: string, handler: unknown) => Step
}
/** The services that the handlers need. */
type Needed<Handler> = Handler extends (request: never) => Effect.Effect<infer _A, infer _E, infer R>
  ? R
  : never
/** The services that remain after the router and the endpoints' middleware have provided theirs. */
type Context<Endpoints extends Endpoint, All, Provides> = Exclude<
  HttpApiEndpoint.HttpApiEndpoint.ExcludeProvided<
    Endpoints,
    keyof All & string,
    Needed<All[keyof All]> | HttpApiEndpoint.HttpApiEndpoint.ContextWithName<Endpoints, keyof All & string>
  >,
  Provides
>

/**
 * Calls `handlers.handle(name, handler)` for each property of `all`, with the same type checks. An unknown name, or a
 * handler that does not fit its endpoint, does not compile.
 */
export const handleAll = <
  E,
  Provides,
  R,
  Endpoints extends Endpoint,
  All extends HandlersOf<Endpoints, keyof All, E>
>(
  handlers: HttpApiBuilder.Handlers<E, Provides, R, Endpoints>,
  all: All
): HttpApiBuilder.Handlers<
  E,
  Provides,
  R | Context<Endpoints, All, Provides>,
  HttpApiEndpoint.HttpApiEndpoint.ExcludeName<Endpoints, keyof All & string>
> => {
  // Each step has a different type, which a loop cannot express. The signature of `handleAll` declares the result.
  let step = handlers as unknown as Step
  for (const [name, handler] of Object.entries(all)) step = step.handle(name, handler)
  return step as never
}
