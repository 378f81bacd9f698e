import * as Schema from "effect/Schema"

/** The file of an item cannot be moved to the trash or back; `reason` is a sentence for people. Nothing was changed. */
export class FileNotMovable extends Schema.TaggedError<FileNotMovable>()("FileNotMovable", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}
