import * as Schema from "effect/Schema"

/** The file of an item cannot be moved to the trash or back. Nothing was changed. `reason` is a sentence for people. */
export class FileNotMovable extends Schema.TaggedError<FileNotMovable>()("FileNotMovable", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}
