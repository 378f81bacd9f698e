import * as Schema from "effect/Schema"

/** The number of matches differs from the number that the caller was shown. */
export class SelectionChanged extends Schema.TaggedError<SelectionChanged>()("SelectionChanged", {
  matched: Schema.Int,
  /** The word for one of them, and for several. */
  words: Schema.optionalWith(Schema.Tuple(Schema.String, Schema.String), {
    default: () => ["item", "items"] as const
  })
}) {
  override get message(): string {
    const [one, many] = this.words
    return `The selection has changed: ${this.matched} ${this.matched === 1 ? `${one} matches` : `${many} match`} now.`
  }
}
