import type { MixedItem } from "@media/features/catalog/items/contract"
import type { ItemDefinition } from "@/features/items/definition"
import { allDefinitions } from "@/features/items/kinds/definitions"
import { videoDefinition } from "@/features/videos/definition"
import { movieDefinition } from "./movieDefinition"

/** Videos of a series, which have a page of their own. */
const episodeDefinition: ItemDefinition = {
  ...videoDefinition,
  routes: { ...videoDefinition.routes, detail: "episode" }
} as ItemDefinition

/** The lists of the navigation: those of all kinds, and movies. */
export const listDefinitions: ReadonlyArray<ItemDefinition> = [
  movieDefinition as ItemDefinition,
  ...allDefinitions
]

/**
 * The definition with which a row of several kinds shows an item. Undefined for kinds that only a newer server knows.
 */
export const mixedDefinition = ({
  kind,
  type
}: Pick<MixedItem, "kind" | "type">): ItemDefinition | undefined => {
  if (type === "movie") return movieDefinition as ItemDefinition
  if (type === "episode") return episodeDefinition
  return allDefinitions.find((definition) => definition.kind === kind)
}
