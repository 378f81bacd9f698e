import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { lookup } from "node:dns"

/** All addresses of a name; empty if it has none. Fails if the lookup could not be completed. */
export type Resolve = (name: string) => Effect.Effect<ReadonlyArray<string>, { readonly _tag: "Unresolved" }>

/**
 * The system's resolver occupies a thread of the pool that file access shares, for up to half a minute, so at most
 * two lookups run at once.
 */
const lookups = Effect.unsafeMakeSemaphore(2)

const UNKNOWN: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EAI_NODATA", "EAI_NONAME"])

/** Resolves names like other programs on this machine: hosts file, name servers, local discovery. */
export const resolveBySystem: Resolve = (name) =>
  Effect.async<ReadonlyArray<string>, { readonly _tag: "Unresolved" }>((resume) => {
    lookup(name, { all: true, verbatim: true }, (error, found) => {
      if (error === null) resume(Effect.succeed(found.map(({ address }) => address)))
      else
        resume(
          UNKNOWN.has(error.code ?? "") ? Effect.succeed([]) : Effect.fail({ _tag: "Unresolved" as const })
        )
    })
    // Keeps the permit until the thread is free, even if the caller was interrupted.
  }).pipe(Effect.uninterruptible, lookups.withPermits(1), Effect.disconnect)

/** How the server looks up names. Only code can provide another way, so that no setting opens private addresses. */
export class NameLookup extends Context.Reference<NameLookup>()("@media/egress/NameLookup", {
  defaultValue: () => ({ resolve: resolveBySystem })
}) {}
