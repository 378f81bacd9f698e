import * as Effect from "effect/Effect"
import { isIP } from "node:net"
import { type AllowedHost, isAllowed } from "./AllowList.ts"
import { AddressRefused, type EgressError, FetchFailed } from "./EgressErrors.ts"
import { classOf, isOfNetwork } from "./PublicAddress.ts"
import type { Resolve } from "./Resolve.ts"

export interface AddressRules {
  readonly allowed: ReadonlyArray<AllowedHost>
  readonly resolve: Resolve
}

/**
 * The addresses to which a host may resolve. `public` allows only addresses on the internet. `listed` also allows
 * private addresses if the host is in the list that the operator of the server configured. `network` also allows
 * addresses in the local network, for hosts that an administrator has allowed, but never addresses of this machine.
 */
export type Reach = "public" | "listed" | "network"

const MOST_ADDRESSES = 8

/**
 * Returns a function that resolves a target to the addresses to connect to. It fails if any address of the host is
 * forbidden.
 */
export const addressCheck =
  ({ allowed, resolve }: AddressRules) =>
  (target: {
    readonly host: string
    readonly port: number
    /** The default is `listed`. */
    readonly reach?: Reach
  }): Effect.Effect<ReadonlyArray<string>, EgressError> =>
    Effect.gen(function* () {
      const isListed = target.reach !== "public" && isAllowed(allowed, target)
      const isGiven = target.reach === "network"
      if (!isListed && !isGiven && target.port !== 80 && target.port !== 443)
        return yield* new AddressRefused()
      const isLiteral = isIP(target.host) !== 0
      const found = isLiteral
        ? [target.host]
        : yield* Effect.mapError(
            resolve(target.host),
            () =>
              new FetchFailed({
                code: "unreachable",
                reason: "The website's name cannot be resolved right now. Try again later."
              })
          )
      const isFit = (address: string): boolean => {
        const kind = classOf(address)
        // A link-local address is allowed only if the list of hosts contains the IP address itself. A listed name that
        // resolves to a link-local address is not sufficient, because cloud providers serve credentials on link-local
        // addresses.
        if (isGiven && isOfNetwork(address)) return true
        return kind === "public" || (isListed && (kind === "private" || (kind === "link-local" && isLiteral)))
      }
      const addresses = found.slice(0, MOST_ADDRESSES)
      return addresses.length > 0 && found.every(isFit) ? addresses : yield* new AddressRefused()
    })
