import type { EventMeta } from "@media/event-store/Event"
import { isName } from "@media/kernel/FoldedName"
import * as Effect from "effect/Effect"
import { changeEntity } from "../../catalog/related/commands.ts"
import type { EntityChanges } from "../../catalog/related/decider.ts"
import type { EntityKind } from "../../EntityKind.ts"
import type { Decision } from "./decision.ts"
import { byMode, isSameValue } from "./merge.ts"
import { presentEntity } from "./present.ts"
import type { StoredProposal } from "./stored.ts"

/** Names are what people look for: a result changes them only if the reviewer says so. */
const isIdentity = (field: string): boolean => field === "name" || field === "disambiguation"

/** Writes an accepted proposal of a performer, studio or tag, inside a transaction. */
export const applyToEntity = Effect.fn("proposals.applyToEntity")(function* (
  kind: EntityKind,
  { found, targetId }: StoredProposal,
  decision: Decision,
  meta: EventMeta
) {
  const { aliases: known, fields: present } = yield* presentEntity(targetId)
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
  return { kept: [], created: [] }
})
