import * as Schema from "effect/Schema"
import { EntityKind } from "../../EntityKind.ts"

/** Another entity of the kind has this name; `id` says which. */
export class NameTaken extends Schema.TaggedError<NameTaken>()("NameTaken", {
  kind: EntityKind,
  name: Schema.String,
  id: Schema.String
}) {
  override get message(): string {
    return `There is already a ${this.kind} called “${this.name}”.`
  }
}

/**
 * The parents would make an entity its own ancestor. `path` is the cycle, from the entity through its new parent back
 * to it.
 */
export class HierarchyCycle extends Schema.TaggedError<HierarchyCycle>()("HierarchyCycle", {
  path: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String }))
}) {
  override get message(): string {
    return `This would close a circle: ${this.path.map(({ name }) => name).join(" → ")}.`
  }
}
