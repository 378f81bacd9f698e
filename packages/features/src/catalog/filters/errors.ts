import * as Schema from "effect/Schema"

/** A list query exceeded its time limit. `field` is the filter field whose condition is probably the slowest. */
export class TooBroad extends Schema.TaggedError<TooBroad>()("TooBroad", {
  field: Schema.optional(Schema.String)
}) {
  override get message(): string {
    const slow = this.field === undefined ? "" : ` The condition on "${this.field}" is probably slow.`
    return `This filter takes too long.${slow} Add another condition to narrow the list.`
  }
}
