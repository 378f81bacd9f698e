import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { lookup } from "node:dns"

/** Returns all addresses of a name, or an empty list if it has none. Fails if the lookup could not be completed. */
export type Resolve = (name: string) => Effect.Effect<ReadonlyArray<string>, { readonly _tag: "Unresolved" }>

/**
 * Allows at most two concurrent lookups. The system's resolver blocks a thread of the pool that file access shares, for
 * up to half a minute.
 */
const lookups = Effect.unsafeMakeSemaphore(2)

const UNKNOWN: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EAI_NODATA", "EAI_NONAME"])

/** Resolves names like other programs on this machine: with the hosts file, name servers and local discovery. */
export const resolveBySystem: Resolve = (name) =>
  Effect.async<ReadonlyArray<string>, { readonly _tag: "Unresolved" }>((resume) => {
    lookup(name, { all: true, verbatim: true }, (error, found) => {
      if (error === null) resume(Effect.succeed(found.map(({ address }) => address)))
      else
        resume(
          UNKNOWN.has(error.code ?? "") ? Effect.succeed([]) : Effect.fail({ _tag: "Unresolved" as const })
        )
    })
    // The permit is kept until the thread is free, even if the caller was interrupted.
  }).pipe(Effect.uninterruptible, lookups.withPermits(1), Effect.disconnect)

/**
 * Determines how the server resolves names. Only code can replace this service, so that no setting gives access to
 * private addresses.
 */
export class NameLookup extends Context.Reference<NameLookup>()("@media/egress/NameLookup", {
  defaultValue: () => ({ resolve: resolveBySystem })
}) {}
