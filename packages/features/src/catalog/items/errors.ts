import * as Schema from "effect/Schema"

/** The file of an item cannot be moved to or from the trash. Nothing was changed. `reason` is shown to users. */
export class FileNotMovable extends Schema.TaggedError<FileNotMovable>()("FileNotMovable", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}
