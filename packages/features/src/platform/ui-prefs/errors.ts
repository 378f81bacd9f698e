import * as Schema from "effect/Schema"

/** Maximum size in bytes of a value as JSON in UTF-8: 64 KiB. */
export const maxValueBytes = 65_536

export class PreferenceTooLarge extends Schema.TaggedError<PreferenceTooLarge>()("PreferenceTooLarge", {}) {
  override get message(): string {
    return `A preference can have at most ${maxValueBytes / 1024} KiB.`
  }
}
