import type { EventMeta } from "@media/event-store/Event"
import * as Effect from "effect/Effect"
import { changeEntity } from "../../catalog/related/commands.ts"
import type { EntityKind } from "../../EntityKind.ts"
import type { FoundEntity } from "./found.ts"
import { presentEntity } from "./present.ts"

const textsOf = (ids: unknown): Readonly<Record<string, string>> =>
  typeof ids === "object" && ids !== null
    ? Object.fromEntries(
        Object.entries(ids).flatMap(([name, id]) => (typeof id === "string" ? [[name, id]] : []))
      )
    : {}

/** Returns the ids of a found entity, keyed by id name. */
export const idsOf = ({ fields }: FoundEntity) => textsOf(fields["externalIds"])

/**
 * Stores the id that the source uses for an entity, so that the next result matches by this id even if the name
 * changes. If an id from this source is already stored, it is kept.
 */
export const linkIds = Effect.fn("proposals.linkIds")(function* (
  kind: EntityKind,
  id: string,
  found: FoundEntity,
  meta: EventMeta
) {
  const ids = idsOf(found)
  if (Object.keys(ids).length === 0) return
  const present = textsOf((yield* presentEntity(id)).fields["externalIds"])
  if (Object.keys(ids).every((name) => present[name] !== undefined)) return
  yield* changeEntity(kind, id, { fields: { externalIds: { ...ids, ...present } } }, meta)
})
