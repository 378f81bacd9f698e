import { makeListener, type ListenerOptions } from "@media/http/Listener"
import { closedAnswer, GateKeeper, isServedWhileClosed } from "@media/features/platform/system/gateKeeper"
import { QueryCache } from "@media/pg/QueryCache"
import * as Effect from "effect/Effect"
import { withRequestMeta } from "@media/event-store/RequestMeta"
import { ApiHandler } from "./ApiHandler.ts"
import { routeTable, type RawRequirements } from "./EndpointTable.ts"
import { maxJsonBytes } from "./MaxJsonBytes.ts"
import { requestMetaOf } from "./RequestMetaOf.ts"
import { rawGate } from "./RawGate.ts"

type Surroundings = Pick<
  ListenerOptions<never>,
  | "site"
  | "proxies"
  | "connections"
  | "address"
  | "entrance"
  | "isEncrypted"
  | "strictTransport"
  | "isHostAllowed"
  | "areHostsListed"
>

/** Creates the listener for all routes of the service. */
export const requestListener = (surroundings: Surroundings) =>
  Effect.gen(function* () {
    const cache = yield* QueryCache
    const gate = yield* GateKeeper
    return yield* makeListener<RawRequirements | Effect.Effect.Context<ReturnType<typeof rawGate>>>({
      ...surroundings,
      routes: routeTable,
      gate: rawGate,
      within: (request, work) => withRequestMeta(requestMetaOf(request))(work),
      api: yield* ApiHandler,
      maxJsonBytes,
      closed: (pathname) =>
        gate.closed() === undefined || isServedWhileClosed(pathname) ? undefined : closedAnswer,
      afterChange: cache.invalidateAll
    })
  })
