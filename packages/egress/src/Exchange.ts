import { productVersion } from "@media/kernel/Version"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as http from "node:http"
import * as https from "node:https"
import { isIPv6, type LookupFunction } from "node:net"
import { FetchFailed } from "./EgressErrors.ts"
import type { FetchTarget } from "./FetchTarget.ts"
import type { Outgoing } from "./Outgoing.ts"

const unreachable = () => new FetchFailed({ code: "unreachable", reason: "The website cannot be reached." })

/**
 * Returns a lookup function for Node that returns the checked addresses. It prevents Node from resolving the name
 * again, which could yield an unchecked address (DNS rebinding).
 */
export const pinned =
  (addresses: ReadonlyArray<string>): LookupFunction =>
  (_name, options, callback) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
    if (options.all === true) callback(null, found)
    else callback(null, found[0]!.address, found[0]!.family)
  }

/** Maximum size in bytes of the response headers. This is more than websites usually send. */
const MOST_HEAD_BYTES = 16 * 1024

/**
 * Sends one request and returns the response, whose body the caller reads. Each request has its own connection, which
 * is closed with the scope. Connections are never reused, and nothing is cached.
 */
export const exchange = (
  { host, isTls, port, url }: FetchTarget,
  addresses: ReadonlyArray<string>,
  { body, headers, method }: Outgoing,
  cookie: string | undefined
): Effect.Effect<http.IncomingMessage, FetchFailed, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() =>
      (isTls ? https : http).request({
        host,
        port,
        path: `${url.pathname}${url.search}`,
        method,
        lookup: pinned(addresses),
        // Do not use the global agent, because environment variables may configure a proxy for it.
        agent: false,
        // This is set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect.
        rejectUnauthorized: true,
        insecureHTTPParser: false,
        maxHeaderSize: MOST_HEAD_BYTES,
        headers: {
          host: url.host,
          accept: "*/*",
          "user-agent": `media-library/${productVersion}`,
          ...headers,
          "accept-encoding": "gzip, deflate, br",
          ...(cookie === undefined ? {} : { cookie }),
          ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) })
        }
      })
    ),
    (request) => Effect.sync(() => void request.on("error", () => {}).destroy())
  ).pipe(
    Effect.flatMap((request) =>
      Effect.async<http.IncomingMessage, FetchFailed>((resume) => {
        request.once("response", (response) => resume(Effect.succeed(response)))
        request.on("error", () => resume(Effect.fail(unreachable())))
        request.once("close", () => resume(Effect.fail(unreachable())))
        request.end(body)
      })
    )
  )
