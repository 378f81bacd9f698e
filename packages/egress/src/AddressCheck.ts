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
 * The addresses that a name may lead to. `public`: those of the internet. `listed`: also private ones, if the operator of the
 * server listed the name. `network`: also those of the owner's network, because an administrator allowed this name, but
 * never this machine itself.
 */
export type Reach = "public" | "listed" | "network"

const MOST_ADDRESSES = 8

/** The addresses to connect to. If any address of a name is forbidden, none is used. */
export const addressCheck =
  ({ allowed, resolve }: AddressRules) =>
  (target: {
    readonly host: string
    readonly port: number
    /** Default: `listed`. */
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
                reason: "The website's name cannot be looked up now. Try again later."
              })
          )
      const isFit = (address: string): boolean => {
        const kind = classOf(address)
        // Cloud providers serve credentials on link-local addresses, so these are allowed only by IP address.
        if (isGiven && isOfNetwork(address)) return true
        return kind === "public" || (isListed && (kind === "private" || (kind === "link-local" && isLiteral)))
      }
      const addresses = found.slice(0, MOST_ADDRESSES)
      return addresses.length > 0 && found.every(isFit) ? addresses : yield* new AddressRefused()
    })
