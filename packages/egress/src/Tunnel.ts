import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { connect, type Socket } from "node:net"
import { addressCheck, type AddressRules, type Reach } from "./AddressCheck.ts"
import { allowListConfig } from "./EgressConfig.ts"
import { AddressRefused, type EgressError, FetchFailed } from "./EgressErrors.ts"
import { targetOf } from "./FetchTarget.ts"
import { pinned } from "./Exchange.ts"
import { resolveBySystem } from "./Resolve.ts"

export interface TunnelShape {
  /**
   * Opens a TCP connection, which is destroyed when the scope closes. `host` is untrusted. The default of `reach` is
   * `listed`.
   */
  readonly open: (
    host: string,
    port: number,
    reach?: Reach
  ) => Effect.Effect<Socket, EgressError, Scope.Scope>
}

/**
 * Opens TCP connections on behalf of sandboxed programs, which establish TLS themselves. As in `Egress.fetch`, the name
 * is resolved only once, and every address must be allowed.
 */
export class Tunnel extends Context.Tag("@media/egress/Tunnel")<Tunnel, TunnelShape>() {}

const MILLIS = 10_000

const unreachable = () => new FetchFailed({ code: "unreachable", reason: "The website cannot be reached." })

export const makeTunnel = (rules: AddressRules): TunnelShape => {
  const checked = addressCheck(rules)
  return {
    open: (host, port, reach = "listed") =>
      Effect.gen(function* () {
        // Use the checks of `targetOf` for the spelling of the host and the port.
        const target = targetOf(`http://${host.includes(":") ? `[${host}]` : host}:${port}/`)
        if (target === undefined) return yield* new AddressRefused()
        const addresses = yield* checked({ host: target.host, port, reach })
        const socket = yield* Effect.acquireRelease(
          Effect.sync(() => connect({ host: target.host, port, lookup: pinned(addresses) })),
          (opened) => Effect.sync(() => void opened.on("error", () => {}).destroy())
        )
        return yield* Effect.async<Socket, FetchFailed>((resume) => {
          socket.once("connect", () => resume(Effect.succeed(socket)))
          socket.once("error", () => resume(Effect.fail(unreachable())))
        })
      }).pipe(
        Effect.timeoutFail({ duration: MILLIS, onTimeout: unreachable }),
        Effect.withSpan("egress.tunnel")
      )
  }
}

export const liveTunnel = Layer.effect(
  Tunnel,
  Effect.map(allowListConfig, (allowed) => makeTunnel({ allowed, resolve: resolveBySystem }))
)
