import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok } from "@media/wire/Envelope"
import { RequireAdmin } from "@media/wire/Security"
import * as Schema from "effect/Schema"

/** The people from a pre-2.0 installation, in their original state. */
export const UpgradeReport = Schema.Struct({
  at: Timestamp,
  members: Schema.Array(
    Schema.Struct({
      id: Uuid,
      username: Schema.String,
      /** The earlier name, if it is invalid or taken here. */
      formerUsername: Schema.NullOr(Schema.String),
      displayName: Schema.String,
      enabled: Schema.Boolean
    })
  ),
  /** Devices that stayed signed in, and devices that must sign in again. */
  sessions: Schema.Int,
  sessionsLeft: Schema.Int,
  /** True if the credential of the earlier server is their password. Otherwise an administrator must set one. */
  hasPassword: Schema.Boolean,
  /** True if the administrator decided to start without them. */
  isSkipped: Schema.Boolean
}).annotations({ identifier: "UpgradeReport" })
export type UpgradeReport = typeof UpgradeReport.Type

export class UpgradeGroup extends HttpApiGroup.make("upgrade")
  .add(
    HttpApiEndpoint.get("report", "/api/system/upgrade").addSuccess(
      Ok("UpgradeReportResponse", Schema.NullOr(UpgradeReport))
    )
  )
  .middleware(RequireAdmin) {}
