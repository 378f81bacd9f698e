import type { EntityCommand } from "@media/features/catalog/related/decider"
import {
  changeEntity,
  createEntity,
  executeOnEntity,
  findOrCreate
} from "@media/features/catalog/related/commands"
import type { StoredPicture } from "@media/features/catalog/related/picture"
import type { EntityKind } from "@media/features/EntityKind"
import { updateItem } from "@media/features/catalog/items/commands"
import { changeEntityState, removeOne } from "@media/features/app/entities/commands"
import { mergeEntities } from "@media/features/app/entities/merge"
import { undoChange } from "@media/features/app/undo/commands"
import { splitEntity } from "@media/features/app/entities/split"
import { administrator } from "@media/testkit/Library"
import * as Effect from "effect/Effect"
import type { Step, World } from "./World.ts"

const names = [
  "Noir",
  "Ingrid Bergman",
  "Ángel",
  "Ghibli",
  "part 7",
  "Sünde",
  "Comedy",
  "ＦＵＬＬ",
  "Western"
]

/**
 * Returns steps that change names, hierarchies and relations of entities, and merge and split entities. They use the
 * product's commands, some of which fail.
 */
export const relatedSteps = ({ accounts, random, store, videos }: World): ReadonlyArray<Step> => {
  const kindOf = () => random.oneOf(["performer", "studio", "tag", "author"] as const)
  const name = () => `${random.oneOf(names)}${random.below(3) === 0 ? ` ${random.below(4)}` : ""}`
  const meta = { cause: "test" }
  const known = async (kind: EntityKind) =>
    (
      await store.rows("select id from related_entities where kind = $1::related_kind order by id", [kind])
    ).map(({ id }) => String(id))
  const tried = <A, E>(
    effect: Effect.Effect<A, E, Effect.Effect.Context<ReturnType<typeof mergeEntities>>>
  ) => store.run(Effect.either(effect))
  const withOne = async (
    act: (kind: EntityKind, id: string, others: ReadonlyArray<string>) => Promise<unknown>
  ) => {
    const kind = kindOf()
    const ids = await known(kind)
    if (ids.length > 0) await act(kind, random.oneOf(ids), ids)
  }
  const command = (of: () => EntityCommand) => withOne((_kind, id) => tried(executeOnEntity(id, of(), meta)))
  const relate = () => {
    const performers = Array.from({ length: random.below(4) }, name)
    const tags = Array.from({ length: random.below(5) }, name)
    const studio = random.below(3) === 0 ? null : name()
    return tried(
      updateItem(administrator, random.oneOf(videos), { performers, tags, studio, authors: [name()] })
    )
  }
  return [
    relate,
    relate,
    () => tried(createEntity(kindOf(), { name: name(), aliases: [name()], fields: { details: "x" } }, meta)),
    () => tried(findOrCreate(kindOf(), [name()], "file", meta)),
    () =>
      withOne((kind, id) =>
        tried(changeEntity(kind, id, { name: name(), disambiguation: random.oneOf([null, "Two"]) }, meta))
      ),
    () => command(() => ({ _tag: "SetAliases", aliases: [name(), name()] })),
    () =>
      command(() => ({
        _tag: "Edit",
        changes: { isNsfw: random.below(4) === 0, details: random.oneOf([null, "y"]) }
      })),
    () =>
      withOne((_kind, id) => {
        const made = { version: "0123456789ab", width: 400, height: 300, thumbHash: "1QcSHQ" }
        const picture: StoredPicture | null = random.below(3) === 0 ? null : { owner: id, ...made }
        return tried(executeOnEntity(id, { _tag: "Edit", changes: { picture } }, meta))
      }),
    () =>
      withOne((kind, id, others) =>
        tried(
          changeEntity(kind, id, { parentIds: random.below(4) === 0 ? [] : [random.oneOf(others)] }, meta)
        )
      ),
    () =>
      withOne((kind, id) => {
        const tags = { names: [name(), name()], source: "scrape", hidden: new Set<string>() }
        return tried(changeEntity(kind, id, { tags }, meta))
      }),
    () =>
      withOne((kind, id, others) =>
        random.below(3) === 0
          ? tried(mergeEntities(administrator, kind, id, { from: [random.oneOf(others)] }))
          : Promise.resolve()
      ),
    () =>
      withOne(async (kind, id) => {
        const rows = await store.rows("select item_id from item_relations where entity_id = $1 limit 2", [id])
        const itemIds = rows.map(({ item_id: itemId }) => String(itemId))
        return random.below(3) === 0
          ? tried(splitEntity(administrator, kind, id, { name: name(), itemIds, aliases: [name()] }))
          : undefined
      }),
    () =>
      withOne((kind, id) =>
        random.below(4) === 0 ? tried(removeOne(administrator, kind, id)) : Promise.resolve()
      ),
    // Undoes a recent change to an entity. Half of these steps choose only among merges and removals, which are rare
    // among recent changes.
    async () => {
      const types = random.below(2) === 0 ? "related.(removed|merged)%" : "related.%"
      const rows = await store.rows(
        "select position::int as position from events where type similar to $1 order by position desc limit 20",
        [types]
      )
      if (rows.length === 0) return
      const eventPosition = Number(random.oneOf(rows)["position"])
      await tried(undoChange(administrator, { eventPosition, onConflict: "skip" }))
    },
    () =>
      withOne((kind, id) => {
        const principal = { ...administrator, accountId: random.oneOf(accounts) }
        return tried(
          changeEntityState(
            principal,
            kind,
            id,
            random.oneOf([
              { _tag: "Rate", rating: random.oneOf([null, 40, 80]) },
              { _tag: "SetFavorite", isFavorite: random.below(2) === 0 }
            ])
          )
        )
      })
  ]
}
