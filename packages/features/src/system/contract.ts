import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok } from "@media/wire/Envelope"
import { DescribeOrigin, RequireSession } from "@media/wire/Security"
import * as Schema from "effect/Schema"

export const Health = Schema.Struct({
  status: Schema.Literal("ok", "gate", "degraded"),
  version: Schema.String,
  database: Schema.Literal("ok", "away"),
  worker: Schema.Struct({ lastSeenAt: Schema.NullOr(Timestamp) }),
  ffmpeg: Schema.Struct({ available: Schema.Boolean, version: Schema.NullOr(Schema.String) })
}).annotations({ identifier: "Health" })
export type Health = typeof Health.Type

export const SystemStatus = Schema.Struct({
  bootState: Schema.Literal("starting", "gate", "ready"),
  version: Schema.String,
  breakingGate: Schema.Null,
  startedAt: Timestamp,
  /** Things an administrator should know; empty for members. */
  warnings: Schema.Array(Schema.String)
}).annotations({ identifier: "SystemStatus" })
export type SystemStatus = typeof SystemStatus.Type

export const ClientInfo = Schema.Struct({
  ipAddress: Schema.String,
  isLan: Schema.Boolean,
  userAgent: Schema.String
}).annotations({ identifier: "ClientInfo" })

/** Answered with 503 and the same body while the database is away. */
export class HealthGroup extends HttpApiGroup.make("health").add(
  HttpApiEndpoint.get("health", "/api/health").addSuccess(Ok("HealthResponse", Health))
) {}

export class SystemGroup extends HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("status", "/api/system/status").addSuccess(Ok("SystemStatusResponse", SystemStatus))
  )
  .add(HttpApiEndpoint.get("clientInfo", "/api/client-info").addSuccess(Ok("ClientInfoResponse", ClientInfo)))
  .middleware(DescribeOrigin)
  .middleware(RequireSession) {}
