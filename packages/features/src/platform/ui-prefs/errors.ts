import * as Schema from "effect/Schema"

/** 64 KiB of JSON, in UTF-8. */
export const maxValueBytes = 65_536

export class PreferenceTooLarge extends Schema.TaggedError<PreferenceTooLarge>()("PreferenceTooLarge", {}) {
  override get message(): string {
    return `A preference may have at most ${maxValueBytes / 1024} KiB.`
  }
}
