import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { API_ID } from "@media/wire/ApiId"
import { respond, respondTo } from "@media/wire/Respond"
import { CurrentCaller, CurrentOrigin } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { acceptGate } from "./commands.ts"
import { ClientGroup, HealthGroup, SystemAdminGroup, SystemGroup } from "./contract.ts"
import { clientInfo, health } from "./queries.ts"
import { systemStatus } from "./status.ts"

const unavailable = HttpApp.appendPreResponseHandler((_request, response) =>
  Effect.succeed(HttpServerResponse.setStatus(response, 503))
)

export const HealthLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(HealthGroup), "health", (handlers) =>
  handlers.handle("health", () =>
    Effect.tap(health, ({ database }) => (database === "away" ? unavailable : Effect.void))
  )
)

export const SystemLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(SystemGroup), "system", (handlers) =>
  handlers.handle("status", () => respond(Effect.flatMap(CurrentCaller, systemStatus)))
)

export const SystemAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SystemAdminGroup),
  "systemAdmin",
  (handlers) =>
    handlers.handle("acceptGate", ({ payload }) =>
      respondTo((principal) => acceptGate(principal, payload.gateId))
    )
)

export const ClientLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(ClientGroup), "client", (handlers) =>
  handlers.handle("info", () => Effect.map(CurrentOrigin, clientInfo))
)
