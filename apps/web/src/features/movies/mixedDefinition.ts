import type { MixedItem } from "@media/features/catalog/items/contract"
import type { VideoSummary } from "@media/features/media/videos/contract"
import type { ItemDefinition } from "@/features/items/definition"
import { allDefinitions } from "@/features/items/kinds/definitions"
import { codeOf } from "@/features/series/episodeWords"
import { videoDefinition } from "@/features/videos/definition"
import { movieDefinition } from "./movieDefinition"

const contextOf = (episode: NonNullable<MixedItem["episodeOf"]>): string =>
  [episode.series, codeOf(episode)].filter(Boolean).join(" · ")

/** The definition of episodes. They are videos, but have a page of their own. */
const episodeDefinition: ItemDefinition = {
  ...videoDefinition,
  look: (item: VideoSummary & Pick<MixedItem, "episodeOf">) => ({
    ...videoDefinition.look!(item),
    ...(item.episodeOf === undefined ? {} : { context: contextOf(item.episodeOf) })
  }),
  routes: { ...videoDefinition.routes, detail: "episode" }
} as ItemDefinition

/** The definitions of all lists in the navigation: one for each kind, and an additional one for movies. */
export const listDefinitions: ReadonlyArray<ItemDefinition> = [
  movieDefinition as ItemDefinition,
  ...allDefinitions
]

/** Returns the definition for an item in a row that mixes kinds. Undefined for kinds that only a newer server knows. */
export const mixedDefinition = ({
  kind,
  type
}: Pick<MixedItem, "kind" | "type">): ItemDefinition | undefined => {
  if (type === "movie") return movieDefinition as ItemDefinition
  if (type === "episode") return episodeDefinition
  return allDefinitions.find((definition) => definition.kind === kind)
}
