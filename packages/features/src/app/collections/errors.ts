import * as Schema from "effect/Schema"

const Step = Schema.Struct({ id: Schema.String, name: Schema.String })

/** The rule depends on its own collection, directly or through other rules. */
export class CollectionCycle extends Schema.TaggedError<CollectionCycle>()("CollectionCycle", {
  /** The path from the collection through others back to itself. */
  path: Schema.Array(Step)
}) {
  override get message(): string {
    return `The collection would contain itself: ${this.path.map(({ name }) => name).join(" → ")}.`
  }
}
