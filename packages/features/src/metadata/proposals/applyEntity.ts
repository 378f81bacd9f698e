import type { EventMeta } from "@media/event-store/Event"
import { isName } from "@media/kernel/FoldedName"
import * as Effect from "effect/Effect"
import { changeEntity, executeOnEntity } from "../../catalog/related/commands.ts"
import type { EntityChanges } from "../../catalog/related/decider.ts"
import type { EntityTag } from "../../catalog/related/tags.ts"
import type { EntityKind } from "../../EntityKind.ts"
import { lockForCreation } from "./createFound.ts"
import type { Decision } from "./decision.ts"
import { byMode, isSameValue } from "./merge.ts"
import { chosenOf } from "./applyItem.ts"
import type { FoundEntity } from "./found.ts"
import { presentEntity } from "./present.ts"
import { resolveEntities } from "./resolve.ts"
import type { StoredProposal } from "./stored.ts"

/** True for fields that identify an entity. A result changes such a field only if the reviewer selects the field. */
const isIdentity = (field: string): boolean => field === "name" || field === "disambiguation"

/**
 * Sets the parent of a studio to the parent studio in the result, depending on the decision. By default, an existing
 * parent is kept. Returns the names of created entities.
 */
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
      {
        chosen: chosenOf(decision, "studio"),
        createMissing: decision.createMissing?.studio === true,
        createTags: decision.createMissing?.tags === true
      },
      meta
    )
    if (resolved === undefined || resolved.id === id || parentIds.includes(resolved.id)) return []
    yield* changeEntity("studio", id, { parentIds: [resolved.id] }, meta).pipe(
      // Ignore the parent in the result if it is already a child of this studio, directly or indirectly.
      Effect.catchTag("HierarchyCycle", () => Effect.void)
    )
    return resolved.created
  })

/** Adds the accepted tags to a performer or a studio. Returns the names of created tags. */
const applyTags = (
  id: string,
  wanted: ReadonlyArray<FoundEntity>,
  decision: Decision,
  present: ReadonlyArray<EntityTag>,
  meta: EventMeta
) =>
  Effect.gen(function* () {
    const mode = decision.modes?.["tags"]
    if (wanted.length === 0 || decision.fields?.includes("tags") === false || mode === "ignore") return []
    const createTags = decision.createMissing?.tags === true
    const resolved = yield* resolveEntities(
      "tag",
      wanted,
      { chosen: chosenOf(decision, "tags"), createMissing: createTags, createTags },
      meta
    )
    if (resolved.length === 0) return []
    const source = decision.lock === true ? "user" : "scrape"
    const added = resolved.map((tag) => ({ tagId: tag.id, source }))
    const tags = mode === "overwrite" ? added : [...present, ...added]
    yield* executeOnEntity(id, { _tag: "SetTags", tags, hidden: new Set() }, meta)
    return resolved.flatMap(({ created }) => created)
  })

/** Writes an accepted proposal for a performer, studio or tag, inside a transaction. */
export const applyToEntity = Effect.fn("proposals.applyToEntity")(function* (
  kind: EntityKind,
  { found, targetId }: StoredProposal,
  decision: Decision,
  meta: EventMeta
) {
  yield* lockForCreation(decision)
  const { aliases: known, fields: present, parentIds, tags } = yield* presentEntity(targetId)
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
  const created = yield* applyTags(targetId, found.relations.tags ?? [], decision, tags, meta)
  const above = kind === "studio" ? found.relations.studio : undefined
  if (above === undefined) return { kept: [], created }
  return {
    kept: [],
    created: [...created, ...(yield* applyParent(targetId, above, decision, parentIds, meta))]
  }
})
