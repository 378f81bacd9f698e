import * as Schema from "effect/Schema"

/** An earlier install could not be imported, and is unchanged. */
export class UpgradeFailed extends Schema.TaggedError<UpgradeFailed>()("UpgradeFailed", {
  reason: Schema.String
}) {
  override get message(): string {
    return (
      `The people of your earlier version could not be taken over: ${this.reason}. Nothing was changed. ` +
      "`npm run upgrade -- check` shows what is there; `npm run upgrade -- skip` starts without them, for good."
    )
  }
}

/** Someone changed the earlier installation while it was read, so it is read again. */
export class InstallChanged extends Schema.TaggedError<InstallChanged>()("InstallChanged", {}) {
  override get message(): string {
    return "its tables are being changed; stop the earlier version"
  }
}
