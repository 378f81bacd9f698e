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
  /** The affected users and changes, one sentence each. */
  affected: Schema.Array(Schema.String),
  /** Null while it is closed. */
  acceptedAt: Schema.NullOr(Timestamp)
}).annotations({ identifier: "BreakingGateState" })

/**
 * The values of `bootState`. With `schema-newer`, a newer version upgraded the database, and this one serves only the
 * status.
 */
export const BootState = Schema.Literal("starting", "gate", "ready", "schema-newer")

export const SystemStatus = Schema.Struct({
  bootState: BootState,
  version: Schema.String,
  /** The closed gate, otherwise the last one that was accepted. */
  breakingGate: Schema.NullOr(BreakingGateState),
  /** Null when signed out. */
  startedAt: Schema.NullOr(Timestamp),
  /** Warnings for administrators; empty for all others. */
  warnings: Schema.Array(Schema.String),
  /** The ffmpeg used for conversion; null for members, and if none was found. */
  ffmpeg: Schema.NullOr(
    Schema.Struct({
      /** `MEDIA_FFMPEG_BIN`, the PATH, or the npm package, which is from 2018. */
      source: ToolSource,
      version: Schema.String,
      /** The features that an old version lacks; also part of `warnings`. */
      warning: Schema.NullOr(Schema.String)
    })
  ),
  /** Null for everyone except administrators. */
  installation: Schema.NullOr(Installation)
}).annotations({ identifier: "SystemStatus" })
export type SystemStatus = typeof SystemStatus.Type

export const ClientInfo = Schema.Struct({
  ipAddress: Schema.String,
  isLan: Schema.Boolean,
  userAgent: Schema.String
}).annotations({ identifier: "ClientInfo" })

/** While the database is unavailable, the response is 503 with the same body. */
export class HealthGroup extends HttpApiGroup.make("health").add(
  HttpApiEndpoint.get("health", "/api/health").addSuccess(Ok("HealthResponse", Health))
) {}

/**
 * Open to everyone, because a closed gate must be explained before the sign-in. The amount of detail depends on the
 * caller.
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
