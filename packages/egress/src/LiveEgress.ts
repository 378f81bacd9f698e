import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { IncomingMessage } from "node:http"
import { type AddressRules, addressCheck } from "./AddressCheck.ts"
import { readBody, saveBody } from "./Body.ts"
import { type Answered, Egress, type EgressShape, type FetchRequest } from "./Egress.ts"
import { allowListConfig } from "./EgressConfig.ts"
import { AddressRefused, type EgressError, FetchFailed } from "./EgressErrors.ts"
import { exchange } from "./Exchange.ts"
import { type FetchTarget, targetOf } from "./FetchTarget.ts"
import { firstOutgoing, type Outgoing, redirected } from "./Outgoing.ts"
import { makePace, type Pace } from "./Pace.ts"
import { PlayedHosts } from "./PlayedHosts.ts"
import { NameLookup } from "./Resolve.ts"

export const MOST_BYTES = 20 * 1024 * 1024
const MOST_MILLIS = 10_000
const REDIRECTS_BY_DEFAULT = 3
const MOST_REDIRECTS = 5
const LONGEST_MILLIS = 60_000
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

interface Answer {
  readonly response: IncomingMessage
  readonly url: string
}
type Answering = Effect.Effect<Answer, EgressError, Scope.Scope>

interface EgressSettings extends AddressRules {
  /**
   * Default time limit of a request in milliseconds, from the name lookup to the last byte, including all redirects.
   */
  readonly maxMillis?: number
  readonly pace?: Pace
  /** Ports of simulated hosts. See `PlayedHosts`. */
  readonly played?: ReadonlyMap<string, number>
}

/**
 * Returns the number of seconds to wait according to a `Retry-After` header, which contains either seconds or a date.
 */
const retryAfter = (text: string | undefined, now: number): number | undefined => {
  if (text === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

const timedOut = (maxMillis: number) =>
  new FetchFailed({
    code: "timeout",
    reason: `The website took longer than ${maxMillis / 1_000} seconds. Try again later.`
  })

export const makeEgress = ({
  allowed,
  maxMillis = MOST_MILLIS,
  pace = makePace(),
  played = new Map(),
  resolve
}: EgressSettings): EgressShape => {
  const checked = addressCheck({ allowed, resolve })

  /** Requests a URL and follows redirects. Each redirect target is checked in the same way as the first URL. */
  const follow = (
    text: string,
    request: FetchRequest,
    left: number,
    from?: { readonly target: FetchTarget; readonly outgoing: Outgoing; readonly status: number }
  ): Answering =>
    Effect.suspend(() => {
      const target = targetOf(text)
      // Refuse redirects from https to http, because others on the network could read the URL's parameters and replace
      // the response.
      if (target === undefined || (from?.target.isTls === true && !target.isTls)) return new AddressRefused()
      if (from === undefined) return step(target, request, firstOutgoing(request), left)
      const outgoing = redirected(from.outgoing, from.status, from.target, target)
      return outgoing === undefined ? new AddressRefused() : step(target, request, outgoing, left)
    })
  const step = (target: FetchTarget, request: FetchRequest, outgoing: Outgoing, left: number): Answering =>
    Effect.gen(function* () {
      const port = played.get(target.host)
      const addresses = port === undefined ? yield* checked(target) : ["127.0.0.1"]
      const lease = request.isPaced === true ? yield* pace.enter(target.host) : undefined
      const to = port === undefined ? target : { ...target, isTls: false, port }
      const response = yield* exchange(to, addresses, outgoing, request.cookies?.header(target.url))
      const status = response.statusCode ?? 0
      request.cookies?.take(target.url, response.headers["set-cookie"] ?? [])
      const now = yield* Clock.currentTimeMillis
      if (lease !== undefined) yield* lease.report(status, retryAfter(response.headers["retry-after"], now))
      const { location } = response.headers
      if (!REDIRECTS.has(status) || location === undefined) return { response, url: target.url.href }
      response.destroy()
      // Release the lease before following the redirect. The target may be on the same host, and its request would wait
      // for this lease forever.
      if (lease !== undefined) yield* lease.leave
      if (left === 0)
        return yield* new FetchFailed({
          code: "redirects",
          reason: `The website redirects more than ${redirectsOf(request)} times.`
        })
      const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(location)
      const next =
        isAbsolute || !URL.canParse(location, target.url.href)
          ? location
          : new URL(location, target.url.href).href
      return yield* follow(next, request, left - 1, { target, outgoing, status })
    })

  const answered = <A>(
    request: FetchRequest,
    read: (response: IncomingMessage, maxBytes: number) => Effect.Effect<A, FetchFailed>
  ): Effect.Effect<readonly [Answered, A], EgressError> => {
    const { maxBytes = MOST_BYTES, statuses = [], types } = request
    const millis = request.millis === undefined ? maxMillis : Math.min(request.millis, LONGEST_MILLIS)
    return Effect.gen(function* () {
      const { response, url } = yield* follow(request.url, request, redirectsOf(request))
      const status = response.statusCode ?? 0
      if (status !== 200 && !statuses.includes(status))
        return yield* new FetchFailed({
          code: "status",
          reason: `The website responded with error ${response.statusCode}.`
        })
      const contentType = response.headers["content-type"]
      const type = contentType?.split(";")[0]?.trim().toLowerCase()
      if (status === 200 && !isTaken(type, types))
        return yield* new FetchFailed({
          code: "type",
          reason: "The address does not contain the expected type of file."
        })
      const now = yield* Clock.currentTimeMillis
      const retryAfterSeconds = retryAfter(response.headers["retry-after"], now)
      const content = yield* read(response, Math.min(maxBytes, MOST_BYTES))
      return [{ type, contentType, status, url, retryAfterSeconds }, content] as const
    }).pipe(Effect.scoped, Effect.timeoutFail({ duration: millis, onTimeout: () => timedOut(millis) }))
  }

  return {
    fetch: (request) =>
      answered(request, readBody).pipe(
        Effect.map(([answer, bytes]) => ({ ...answer, bytes })),
        Effect.withSpan("egress.fetch")
      ),
    download: (request, path) =>
      answered(request, (response, maxBytes) => saveBody(response, maxBytes, path)).pipe(
        Effect.map(([answer]) => answer),
        Effect.withSpan("egress.download")
      )
  }
}

const redirectsOf = ({ redirects = REDIRECTS_BY_DEFAULT }: FetchRequest): number =>
  Math.min(redirects, MOST_REDIRECTS)

/**
 * True if the type is accepted. Responses without a specific type always are, and the caller must check their content.
 */
const isTaken = (type: string | undefined, types: ReadonlyArray<string>): boolean =>
  type === undefined ||
  type === "" ||
  type === "application/octet-stream" ||
  types.some((beginning) => type.startsWith(beginning))

export const liveEgress = Layer.effect(
  Egress,
  Effect.gen(function* () {
    const { resolve } = yield* NameLookup
    return makeEgress({ allowed: yield* allowListConfig, played: yield* PlayedHosts, resolve })
  })
)
