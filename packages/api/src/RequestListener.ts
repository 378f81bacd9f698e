import { makeListener, type ListenerOptions } from "@media/http/Listener"
import { QueryCache } from "@media/pg/QueryCache"
import * as Effect from "effect/Effect"
import { ApiHandler, maxJsonBytes } from "./ApiHandler.ts"
import { routeTable, type RawRequirements } from "./EndpointTable.ts"
import { rawGate } from "./SessionGate.ts"

type Surroundings = Pick<ListenerOptions<never>, "site" | "proxies" | "connections" | "publicUrl">

/** The listener over every route of the service. */
export const requestListener = (surroundings: Surroundings) =>
  Effect.gen(function* () {
    const cache = yield* QueryCache
    return yield* makeListener<RawRequirements | Effect.Effect.Context<ReturnType<typeof rawGate>>>({
      ...surroundings,
      routes: routeTable,
      gate: rawGate,
      api: yield* ApiHandler,
      maxJsonBytes,
      afterChange: cache.invalidateAll
    })
  })
