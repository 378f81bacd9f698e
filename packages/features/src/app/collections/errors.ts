import * as Schema from "effect/Schema"

const Step = Schema.Struct({ id: Schema.String, name: Schema.String })

/** The rule refers to its own collection, directly or through other rules. */
export class CollectionCycle extends Schema.TaggedError<CollectionCycle>()("CollectionCycle", {
  /** The collections of the cycle. The first and the last element are the changed collection. */
  path: Schema.Array(Step)
}) {
  override get message(): string {
    return `The collection would contain itself: ${this.path.map(({ name }) => name).join(" → ")}.`
  }
}
