import * as Schema from "effect/Schema"

/** The number of matching items differs from the number that the user confirmed. */
export class SelectionChanged extends Schema.TaggedError<SelectionChanged>()("SelectionChanged", {
  matched: Schema.Int,
  /** The singular and the plural of the word for the selected objects. */
  words: Schema.optionalWith(Schema.Tuple(Schema.String, Schema.String), {
    default: () => ["item", "items"] as const
  })
}) {
  override get message(): string {
    const [one, many] = this.words
    return `The selection has changed: ${this.matched} ${this.matched === 1 ? `${one} matches` : `${many} match`} now.`
  }
}
