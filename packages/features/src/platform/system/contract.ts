import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok, OkNull } from "@media/wire/Envelope"
import { Body, SafeText } from "@media/wire/Query"
import { DescribeCaller, DescribeOrigin, RequireAdmin, RequireSession } from "@media/wire/Security"
import { FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { Installation, ToolSource } from "./installation.ts"

export const Health = Schema.Struct({
  status: Schema.Literal("ok", "gate", "degraded"),
  version: Schema.String,
  database: Schema.Literal("ok", "away"),
  worker: Schema.Struct({ lastSeenAt: Schema.NullOr(Timestamp) }),
  ffmpeg: Schema.Struct({ available: Schema.Boolean, version: Schema.NullOr(Schema.String) })
}).annotations({ identifier: "Health" })
export type Health = typeof Health.Type

export const BreakingGateState = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  summary: Schema.String,
  /** The affected users and the changes, one sentence each. */
  affected: Schema.Array(Schema.String),
  /** Time of the acceptance, or null while the gate is closed. */
  acceptedAt: Schema.NullOr(Timestamp)
}).annotations({ identifier: "BreakingGateState" })

/**
 * The values of `bootState`. `schema-newer` means that a newer version has upgraded the database. This version then
 * serves only the status.
 */
export const BootState = Schema.Literal("starting", "gate", "ready", "schema-newer")

export const SystemStatus = Schema.Struct({
  bootState: BootState,
  version: Schema.String,
  /** The closed gate or, if all gates are open, the gate that was accepted last. */
  breakingGate: Schema.NullOr(BreakingGateState),
  /** Start time of the server, or null for callers who are not signed in. */
  startedAt: Schema.NullOr(Timestamp),
  /** Warnings for administrators. Empty for all other callers. */
  warnings: Schema.Array(Schema.String),
  /** The ffmpeg used for conversion. Null for members, and if no ffmpeg was found. */
  ffmpeg: Schema.NullOr(
    Schema.Struct({
      /**
       * How ffmpeg was found: through `MEDIA_FFMPEG_BIN`, on the PATH, or in the npm package, which dates from 2018.
       */
      source: ToolSource,
      version: Schema.String,
      /**
       * Describes the features that are missing because this version of ffmpeg is old. The same text is in `warnings`.
       */
      warning: Schema.NullOr(Schema.String)
    })
  ),
  /** Information about the machine. Null for all callers except administrators. */
  installation: Schema.NullOr(Installation)
}).annotations({ identifier: "SystemStatus" })
export type SystemStatus = typeof SystemStatus.Type

export const ClientInfo = Schema.Struct({
  ipAddress: Schema.String,
  isLan: Schema.Boolean,
  userAgent: Schema.String
}).annotations({ identifier: "ClientInfo" })

/** The health of the server. While the database is unavailable, the response is 503 with the same body. */
export class HealthGroup extends HttpApiGroup.make("health").add(
  HttpApiEndpoint.get("health", "/api/health").addSuccess(Ok("HealthResponse", Health))
) {}

/**
 * The system status. The route does not require a session, because the app must explain a closed gate before users sign
 * in. The response contains more details for signed-in users and administrators.
 */
export class SystemGroup extends HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("status", "/api/system/status").addSuccess(Ok("SystemStatusResponse", SystemStatus))
  )
  .middleware(DescribeCaller) {}

export class SystemAdminGroup extends HttpApiGroup.make("systemAdmin")
  .add(
    HttpApiEndpoint.post("acceptGate", "/api/system/breaking-gate/accept")
      .setPayload(Body({ gateId: SafeText(200) }))
      .addSuccess(OkNull)
      .addError(FailNotFound)
  )
  .middleware(RequireAdmin) {}

export class ClientGroup extends HttpApiGroup.make("client")
  .add(HttpApiEndpoint.get("info", "/api/client-info").addSuccess(Ok("ClientInfoResponse", ClientInfo)))
  .middleware(DescribeOrigin)
  .middleware(RequireSession) {}
