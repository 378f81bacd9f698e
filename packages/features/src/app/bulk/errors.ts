import * as Schema from "effect/Schema"

/** The number of matches differs from the number that the caller was shown. */
export class SelectionChanged extends Schema.TaggedError<SelectionChanged>()("SelectionChanged", {
  matched: Schema.Int
}) {
  override get message(): string {
    return `The selection has changed: ${this.matched} ${this.matched === 1 ? "item matches" : "items match"} now.`
  }
}
