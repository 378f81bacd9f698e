import * as Schema from "effect/Schema"

/** An earlier installation could not be imported. The failed import changed no data. */
export class UpgradeFailed extends Schema.TaggedError<UpgradeFailed>()("UpgradeFailed", {
  reason: Schema.String
}) {
  override get message(): string {
    return (
      `The users of your earlier version could not be imported: ${this.reason}. Nothing was changed. ` +
      "`npm run upgrade -- check` shows what would be imported; `npm run upgrade -- skip` disables the import permanently."
    )
  }
}

/** The earlier installation was changed during the import, so the import must read it again. */
export class InstallChanged extends Schema.TaggedError<InstallChanged>()("InstallChanged", {}) {
  override get message(): string {
    return "the earlier version is still changing its tables; stop it first"
  }
}
