import type { EventMeta } from "@media/event-store/Event"
import { isName } from "@media/kernel/FoldedName"
import * as Effect from "effect/Effect"
import { changeEntity } from "../../catalog/related/commands.ts"
import type { EntityChanges } from "../../catalog/related/decider.ts"
import type { EntityKind } from "../../EntityKind.ts"
import type { Decision } from "./decision.ts"
import { byMode, isSameValue } from "./merge.ts"
import { chosenOf } from "./applyItem.ts"
import type { FoundEntity } from "./found.ts"
import { presentEntity } from "./present.ts"
import { resolveEntities } from "./resolve.ts"
import type { StoredProposal } from "./stored.ts"

/** Names identify an entity, so a result changes them only if the reviewer selects that. */
const isIdentity = (field: string): boolean => field === "name" || field === "disambiguation"

/** Places a studio below the one that the result names, unless it has a parent. Returns the names of created studios. */
const applyParent = (
  id: string,
  parent: FoundEntity,
  decision: Decision,
  parentIds: ReadonlyArray<string>,
  meta: EventMeta
) =>
  Effect.gen(function* () {
    const isNamed = decision.fields?.includes("studio")
    const mode = decision.modes?.["studio"]
    if (
      isNamed === false ||
      mode === "ignore" ||
      (isNamed === undefined && parentIds.length > 0 && mode !== "overwrite")
    )
      return []
    const [resolved] = yield* resolveEntities(
      "studio",
      [parent],
      { chosen: chosenOf(decision, "studio"), createMissing: decision.createMissing?.studio === true },
      meta
    )
    if (resolved === undefined || resolved.id === id || parentIds.includes(resolved.id)) return []
    yield* changeEntity("studio", id, { parentIds: [resolved.id] }, meta).pipe(
      // The source's parent studio is below this studio here.
      Effect.catchTag("HierarchyCycle", () => Effect.void)
    )
    return resolved.isNew ? [parent.name] : []
  })

/** Writes an accepted proposal of a performer, studio or tag, inside a transaction. */
export const applyToEntity = Effect.fn("proposals.applyToEntity")(function* (
  kind: EntityKind,
  { found, targetId }: StoredProposal,
  decision: Decision,
  meta: EventMeta
) {
  const { aliases: known, fields: present, parentIds } = yield* presentEntity(targetId)
  const changes: Record<string, unknown> = {}
  for (const [field, proposed] of Object.entries({ ...found.fields, ...decision.values })) {
    const isEdited = decision.values?.[field] !== undefined
    const isNamed = decision.fields?.includes(field) ?? !isIdentity(field)
    if (!isNamed && !isEdited) continue
    const current = field === "aliases" ? known : (present[field] ?? null)
    const value = isEdited ? proposed : byMode(decision.modes?.[field], current, proposed)
    if (value !== undefined && !isSameValue(current, value)) changes[field] = value
  }
  const { aliases, disambiguation, name, ...fields } = changes
  if (Object.keys(changes).length > 0)
    yield* changeEntity(
      kind,
      targetId,
      {
        ...(typeof name === "string" ? { name } : {}),
        ...(disambiguation === undefined ? {} : { disambiguation: disambiguation as string | null }),
        ...(Array.isArray(aliases) ? { aliases: aliases.map(String).filter(isName) } : {}),
        fields: fields as EntityChanges
      },
      meta
    )
  if (kind !== "studio" || found.relations.studio === undefined) return { kept: [], created: [] }
  return {
    kept: [],
    created: yield* applyParent(targetId, found.relations.studio, decision, parentIds, meta)
  }
})
