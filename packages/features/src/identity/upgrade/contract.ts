import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok } from "@media/wire/Envelope"
import { RequireAdmin } from "@media/wire/Security"
import * as Schema from "effect/Schema"

/** The report of the import of users from a pre-2.0 installation, with the values at the time of the import. */
export const UpgradeReport = Schema.Struct({
  at: Timestamp,
  members: Schema.Array(
    Schema.Struct({
      id: Uuid,
      username: Schema.String,
      /**
       * The name in the earlier installation, or null if it has not changed. The import changes names that are invalid
       * or already taken.
       */
      formerUsername: Schema.NullOr(Schema.String),
      displayName: Schema.String,
      enabled: Schema.Boolean
    })
  ),
  /** Number of devices that remained signed in. `sessionsLeft` is the number of devices that must sign in again. */
  sessions: Schema.Int,
  sessionsLeft: Schema.Int,
  /**
   * True if the API key of the earlier server is the password of the imported users. Otherwise, an administrator must
   * set their passwords.
   */
  hasPassword: Schema.Boolean,
  /** True if the administrator chose to start without importing these users. */
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
