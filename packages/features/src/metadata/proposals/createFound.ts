import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { isName } from "@media/kernel/FoldedName"
import * as Effect from "effect/Effect"
import { createEntity } from "../../catalog/related/commands.ts"
import type { EntityChanges } from "../../catalog/related/decider.ts"
import { lockKind } from "../../catalog/related/names.ts"
import type { EntityKind } from "../../EntityKind.ts"
import type { Decision } from "./decision.ts"
import type { FoundEntity } from "./found.ts"
import { matchEntities } from "./match.ts"

/** A created entity, and the names of all entities that were created with it. */
interface Created {
  readonly id: string
  readonly created: ReadonlyArray<string>
}

type Creation = ReturnType<typeof createEntity>
type Failures = Exclude<Effect.Effect.Error<Creation>, { readonly _tag: "NameTaken" }>

const valuesOf = ({ fields, name }: FoundEntity) => {
  const { aliases, disambiguation, ...rest } = fields
  return {
    name,
    disambiguation: typeof disambiguation === "string" ? disambiguation : null,
    ...(Array.isArray(aliases) ? { aliases: aliases.map(String).filter(isName) } : {}),
    fields: rest as EntityChanges
  }
}

/**
 * Creates an entity with the parent studio and the tags from the source. If the parent studio does not exist, it is
 * created too. Missing tags are created only if `createTags` is true.
 */
export const createFound = (
  kind: EntityKind,
  found: FoundEntity,
  createTags: boolean,
  meta: EventMeta
): Effect.Effect<Created, Failures, Effect.Effect.Context<Creation>> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const createdWithIt: Array<string> = []
    const idsOf = (relation: EntityKind, all: ReadonlyArray<FoundEntity>, createMissing: boolean) =>
      Effect.gen(function* () {
        const matches = yield* matchEntities(relation, all, sql.literal("true"))
        const ids: Array<string> = []
        for (const [index, one] of all.entries()) {
          const match = matches[index]
          if (match !== undefined) ids.push(match.id)
          else if (createMissing && isName(one.name)) {
            const { created, id } = yield* createFound(relation, one, createTags, meta)
            createdWithIt.push(...created)
            ids.push(id)
          }
        }
        return ids
      })
    const parentIds =
      kind === "studio" && found.parent !== undefined ? yield* idsOf("studio", [found.parent], true) : []
    const tagIds = yield* idsOf("tag", found.tags ?? [], createTags)
    const tags = { names: tagIds, source: "scrape", hidden: new Set<string>() }
    return yield* createEntity(
      kind,
      {
        ...valuesOf(found),
        ...(parentIds.length === 0 ? {} : { parentIds }),
        ...(tagIds.length === 0 ? {} : { tags })
      },
      meta
    ).pipe(
      Effect.map((id) => ({ id, created: [...createdWithIt, found.name] })),
      // The name is taken, but no entity matched, because several entities have this name. Use the entity that also has
      // the same disambiguation.
      Effect.catchTag("NameTaken", ({ id }) => Effect.succeed({ id, created: createdWithIt }))
    )
  })

const kinds = ["performer", "studio", "tag"] as const

/**
 * Locks the names of all kinds of entities if the decision may create entities. The kinds are locked in the same order
 * everywhere, to avoid deadlocks.
 */
export const lockForCreation = ({ createMissing = {}, relations = {} }: Decision) => {
  const { performers = [], studio = [], tags = [] } = relations
  const uses = [...performers, ...tags, ...("use" in studio ? [studio] : studio)].map(({ use }) => use)
  return Object.values(createMissing).includes(true) || uses.includes("create")
    ? Effect.forEach(kinds, lockKind, { discard: true })
    : Effect.void
}
