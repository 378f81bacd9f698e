import { updateItem } from "@media/features/catalog/items/commands"
import { changeEntity, createEntity } from "@media/features/catalog/related/commands"
import { type EntityKind, hierarchies } from "@media/features/EntityKind"
import type { ItemKind } from "@media/features/ItemKind"
import type { seeded } from "@media/jobs/testing/Random"
import type { RelatedRecord } from "@media/query/evaluate"
import { administrator } from "../Library.ts"
import type { TestServer } from "../TestServer.ts"

/**
 * The names of the tags, performers and studios, which differ by more than case. Among tags and studios, the second is
 * the parent of the first, and the third is the parent of the second.
 */
const entityNames = ["Noir", "The Long Goodbye", "Ångström", "part 7"]
const favorite = "Ångström"
/** The tags of performers and studios, keyed by the name of the performer or studio. */
const tagsOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  Noir: ["The Long Goodbye"],
  Ångström: ["Noir", "part 7"],
  "part 7": ["part 7"]
}
const entityOf = (kind: EntityKind, name: string): RelatedRecord => {
  const above = hierarchies[kind] === "flat" ? [] : entityNames.slice(0, 3)
  const index = above.indexOf(name)
  return {
    id: `${kind} ${name}`,
    names: [name, `${name} alias`],
    above:
      index < 0
        ? []
        : above.slice(index + 1).map((each, n) => ({
            ...{ id: `${kind} ${each}`, names: [each, `${each} alias`], levels: n + 1 }
          }))
  }
}
/** Returns the tags of these performers, or of this studio. */
const tagsVia = (names: ReadonlyArray<string>) =>
  [...new Set(names.flatMap((name) => tagsOf[name] ?? []))].map((name) => entityOf("tag", name))

/** Creates performers, studios, tags and authors with these names. One performer is a favorite of the account. */
export const makeEntities = async (server: TestServer, accountId: string) => {
  for (const kind of ["tag", "performer", "studio", "author"] as const) {
    const ids: Array<string> = []
    for (const name of entityNames)
      ids.push(
        await server.run(
          createEntity(
            kind,
            {
              name,
              aliases: [`${name} alias`],
              ...(kind === "tag"
                ? {}
                : { tags: { names: tagsOf[name] ?? [], source: "user", hidden: new Set<string>() } })
            },
            {}
          )
        )
      )
    if (kind === "performer")
      await server.rows(
        "insert into user_related (account_id, entity_id, is_favorite) values ($1, $2, true)",
        [accountId, ids[entityNames.indexOf(favorite)]]
      )
    if (hierarchies[kind] !== "flat")
      for (const n of [0, 1]) await server.run(changeEntity(kind, ids[n]!, { parentIds: [ids[n + 1]!] }, {}))
  }
}
/** Gives an item random performers, tags and a studio, and a book random authors, and returns these values. */
export const relate = async (
  server: TestServer,
  random: ReturnType<typeof seeded>,
  id: string,
  kind: ItemKind
) => {
  const some = () => entityNames.filter(() => random.below(3) === 0)
  const [performers, tags, studios] = [some(), some(), some().slice(0, 1)]
  const authors = kind === "book" ? some() : []
  const patch = {
    ...{ performers, tags, studio: studios[0] ?? null },
    ...(kind === "book" ? { authors } : {})
  }
  await server.run(updateItem(administrator, id, patch))
  return {
    ...(kind === "book" ? { author: authors.map((name) => entityOf("author", name)) } : {}),
    performer: performers.map((name) => entityOf("performer", name)),
    studio: studios.map((name) => entityOf("studio", name)),
    tag: tags.map((name) => entityOf("tag", name)),
    performerTags: tagsVia(performers),
    studioTags: tagsVia(studios),
    performerCount: performers.length,
    tagCount: tags.length,
    hasPerformers: performers.length > 0,
    hasStudio: studios.length > 0,
    hasTags: tags.length > 0,
    performerFavorite: performers.includes(favorite)
  }
}
