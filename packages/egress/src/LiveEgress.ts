import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import { type AllowedHost, isAllowed } from "./AllowList.ts"
import { readBody } from "./Body.ts"
import { Egress, type EgressShape, type FetchRequest } from "./Egress.ts"
import { allowListConfig } from "./EgressConfig.ts"
import { AddressRefused, type EgressError, FetchFailed } from "./EgressErrors.ts"
import { exchange } from "./Exchange.ts"
import { type FetchTarget, targetOf } from "./FetchTarget.ts"
import { classOf } from "./PublicAddress.ts"
import { type Resolve, resolveBySystem } from "./Resolve.ts"

export const MOST_BYTES = 20 * 1024 * 1024
const MOST_MILLIS = 10_000
const MOST_REDIRECTS = 3
const MOST_ADDRESSES = 8
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

type Answer = Effect.Effect<IncomingMessage, EgressError, Scope.Scope>

interface EgressSettings {
  readonly allowed: ReadonlyArray<AllowedHost>
  readonly resolve: Resolve
  /** From the name lookup to the last byte, including all redirects. */
  readonly maxMillis?: number
}

const timedOut = (maxMillis: number) =>
  new FetchFailed({
    code: "timeout",
    reason: `The website took longer than ${maxMillis / 1_000} seconds. Try again later.`
  })

export const makeEgress = ({ allowed, maxMillis = MOST_MILLIS, resolve }: EgressSettings): EgressShape => {
  /** The addresses to connect to. If a single address of a name is forbidden, none is used. */
  const checked = (target: FetchTarget) =>
    Effect.gen(function* () {
      const isListed = isAllowed(allowed, target)
      if (!isListed && target.port !== 80 && target.port !== 443) return yield* new AddressRefused()
      const isLiteral = isIP(target.host) !== 0
      const found = isLiteral
        ? [target.host]
        : yield* Effect.mapError(
            resolve(target.host),
            () =>
              new FetchFailed({
                code: "unreachable",
                reason: "The website's name cannot be looked up now. Try again later."
              })
          )
      const isFit = (address: string): boolean => {
        const kind = classOf(address)
        // Clouds serve their secrets on link-local addresses, so these are allowed only by IP address.
        return kind === "public" || (isListed && (kind === "private" || (kind === "link-local" && isLiteral)))
      }
      const addresses = found.slice(0, MOST_ADDRESSES)
      return addresses.length > 0 && found.every(isFit) ? addresses : yield* new AddressRefused()
    })

  /** The response of the URL or its redirect target; every step is checked like the first. */
  const follow = (text: string, from: FetchTarget | undefined, left: number): Answer =>
    Effect.suspend(() => {
      const target = targetOf(text)
      // Over http, others on the way could read and replace the response and the contents of the URL.
      if (target === undefined || (from?.isTls === true && !target.isTls)) return new AddressRefused()
      return step(target, left)
    })
  const step = (target: FetchTarget, left: number): Answer =>
    Effect.gen(function* () {
      const response = yield* exchange(target, yield* checked(target))
      const { location } = response.headers
      if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return response
      response.destroy()
      if (left === 0)
        return yield* new FetchFailed({
          code: "redirects",
          reason: `The address redirects more than ${MOST_REDIRECTS} times.`
        })
      const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(location)
      const next =
        isAbsolute || !URL.canParse(location, target.url.href) ? location : new URL(location, target.url).href
      return yield* follow(next, target, left - 1)
    })

  const fetch = ({ maxBytes = MOST_BYTES, types, url }: FetchRequest) =>
    Effect.gen(function* () {
      const response = yield* follow(url, undefined, MOST_REDIRECTS)
      if (response.statusCode !== 200)
        return yield* new FetchFailed({
          code: "status",
          reason: `The website answered with the error ${response.statusCode}.`
        })
      const type = response.headers["content-type"]?.split(";")[0]?.trim().toLowerCase()
      if (!isTaken(type, types))
        return yield* new FetchFailed({
          code: "type",
          reason: "The address does not contain the expected type of file."
        })
      return { bytes: yield* readBody(response, Math.min(maxBytes, MOST_BYTES)), type }
    }).pipe(
      Effect.scoped,
      Effect.timeoutFail({ duration: maxMillis, onTimeout: () => timedOut(maxMillis) }),
      Effect.withSpan("egress.fetch")
    )

  return { fetch }
}

/** Plain bytes and responses without a type are judged by their content. */
const isTaken = (type: string | undefined, types: ReadonlyArray<string>): boolean =>
  type === undefined ||
  type === "" ||
  type === "application/octet-stream" ||
  types.some((beginning) => type.startsWith(beginning))

export const liveEgress = Layer.effect(
  Egress,
  Effect.map(allowListConfig, (allowed) => makeEgress({ allowed, resolve: resolveBySystem }))
)
