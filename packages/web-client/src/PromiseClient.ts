import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { Api } from "@media/api/generated/Api"
import { request, type RequestContext, type RequestOptions } from "./request.ts"
import { routes } from "./generated/routes.ts"

/**
 * Returns the API as functions that return promises. The types come from the server's own definition. At run time, only
 * a table of paths is needed, because the definition itself would add 85 KB of schema code to the browser (2026-11,
 * gzip).
 */
export const makePromiseClient = (context: RequestContext): PromiseClient =>
  mapValues(routes, (group) =>
    mapValues(group, (route) => callRoute(context, route))
  ) as unknown as PromiseClient

export type PromiseClient = {
  readonly [G in GroupName]: { readonly [E in EndpointName<G>]: Call<Endpoint<G, E>> }
}

/** The required type of the generated table of paths. */
export type Routes = {
  readonly [G in GroupName]: { readonly [E in EndpointName<G>]: `${Method<Endpoint<G, E>>} /api/${string}` }
}

type Groups = typeof Api extends HttpApi.HttpApi<infer _Id, infer G, infer _E, infer _R> ? G : never
type GroupName = HttpApiGroup.HttpApiGroup.Name<Groups>
type Endpoints<G extends GroupName> = HttpApiGroup.HttpApiGroup.EndpointsWithName<Groups, G>
type EndpointName<G extends GroupName> = HttpApiEndpoint.HttpApiEndpoint.Name<Endpoints<G>>
type Endpoint<G extends GroupName, E extends string> = HttpApiEndpoint.HttpApiEndpoint.WithName<
  Endpoints<G>,
  E
>

type Parts<E> =
  E extends HttpApiEndpoint.HttpApiEndpoint<
    infer _Name,
    infer M,
    infer Path,
    infer Query,
    infer Body,
    infer _Headers,
    infer Success,
    infer _Error,
    infer _R,
    infer _RE
  >
    ? { method: M; path: Path; query: Query; body: Body; success: Success }
    : never
type Method<E> = Parts<E>["method"] extends "DEL" ? "DELETE" : Parts<E>["method"] & string

type Named<K extends string, T> = [T] extends [never] ? unknown : { readonly [P in K]: T }
type Input<P extends { path: unknown; query: unknown; body: unknown }> = Named<"path", P["path"]> &
  Named<"body", P["body"]> &
  ([P["query"]] extends [never] ? unknown : { readonly query?: Partial<P["query"]> | undefined }) &
  Pick<RequestOptions, "keepalive" | "signal" | "timeoutMs">

type Call<E> = CallOf<Parts<E>>
type CallOf<P extends { path: unknown; query: unknown; body: unknown; success: unknown }> =
  object extends Input<P>
    ? (input?: Input<P>) => Promise<P["success"]>
    : (input: Input<P>) => Promise<P["success"]>

interface AnyInput extends RequestOptions {
  readonly path?: Readonly<Record<string, string>>
}

const callRoute = (context: RequestContext, route: string) => {
  const [method = "GET", template = "/"] = route.split(" ")
  return ({ path = {}, ...options }: AnyInput = {}): Promise<unknown> =>
    request(
      context,
      method,
      template.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(path[name] ?? "")),
      options
    )
}

const mapValues = <T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
