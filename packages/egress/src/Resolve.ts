import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { lookup } from "node:dns"

/** Returns all addresses of a name, or an empty list if it has none. Fails if the lookup could not be completed. */
export type Resolve = (name: string) => Effect.Effect<ReadonlyArray<string>, { readonly _tag: "Unresolved" }>

/**
 * Allows at most two concurrent lookups. Each lookup can block a thread for up to half a minute, and it uses the same
 * thread pool as file access.
 */
const lookups = Effect.unsafeMakeSemaphore(2)

const UNKNOWN: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EAI_NODATA", "EAI_NONAME"])

/**
 * Resolves names with the system's resolver, as other programs on this machine do: using the hosts file, name servers
 * and local discovery.
 */
export const resolveBySystem: Resolve = (name) =>
  Effect.async<ReadonlyArray<string>, { readonly _tag: "Unresolved" }>((resume) => {
    lookup(name, { all: true, verbatim: true }, (error, found) => {
      if (error === null) resume(Effect.succeed(found.map(({ address }) => address)))
      else
        resume(
          UNKNOWN.has(error.code ?? "") ? Effect.succeed([]) : Effect.fail({ _tag: "Unresolved" as const })
        )
    })
    // The permit is held until the thread is free again, even if the caller is interrupted earlier.
  }).pipe(Effect.uninterruptible, lookups.withPermits(1), Effect.disconnect)

/**
 * The function with which the server resolves names. Tests replace it. It can be replaced only in code, so that no
 * setting of the server gives access to private addresses.
 */
export class NameLookup extends Context.Reference<NameLookup>()("@media/egress/NameLookup", {
  defaultValue: () => ({ resolve: resolveBySystem })
}) {}
