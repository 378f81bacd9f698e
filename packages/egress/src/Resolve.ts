import * as Effect from "effect/Effect"
import { lookup } from "node:dns"

/** All addresses of a name; none when it has none. Fails when the question could not be answered. */
export type Resolve = (name: string) => Effect.Effect<ReadonlyArray<string>, { readonly _tag: "Unresolved" }>

/** The system's resolver occupies one of the threads that files share, up to half a minute: never more than two. */
const lookups = Effect.unsafeMakeSemaphore(2)

const UNKNOWN: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EAI_NODATA", "EAI_NONAME"])

/** As every program of this machine resolves names: hosts file, name servers, local discovery. */
export const resolveBySystem: Resolve = (name) =>
  Effect.async<ReadonlyArray<string>, { readonly _tag: "Unresolved" }>((resume) => {
    lookup(name, { all: true, verbatim: true }, (error, found) => {
      if (error === null) resume(Effect.succeed(found.map(({ address }) => address)))
      else
        resume(
          UNKNOWN.has(error.code ?? "") ? Effect.succeed([]) : Effect.fail({ _tag: "Unresolved" as const })
        )
    })
    // The permit stays taken until the thread is free, also when its caller went away meanwhile.
  }).pipe(Effect.uninterruptible, lookups.withPermits(1), Effect.disconnect)
