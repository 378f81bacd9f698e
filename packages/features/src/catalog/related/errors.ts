import * as Schema from "effect/Schema"
import { EntityKind } from "../../EntityKind.ts"

/** Another entity of the same kind already has this name. `id` is the id of the other entity. */
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
 * The new parents would make an entity its own ancestor. `path` is the cycle, from the entity through its new parent
 * back to the entity.
 */
export class HierarchyCycle extends Schema.TaggedError<HierarchyCycle>()("HierarchyCycle", {
  path: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String }))
}) {
  override get message(): string {
    return `This would create a cycle: ${this.path.map(({ name }) => name).join(" → ")}.`
  }
}
