import type { Home } from "@media/features/app/home/contract"
import type { Picture } from "@/features/items/picture/picture"
import { mixedDefinition } from "@/features/movies/mixedDefinition"

/** Returns the newest picture of each list, keyed by the name of the list's route. */
export const newestPictures = ({ recentlyAdded }: Home): ReadonlyMap<string, Picture> =>
  new Map(
    recentlyAdded
      .flatMap(({ items }) => items)
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
      .flatMap((item) => {
        const list = mixedDefinition(item)?.routes.list
        return list === undefined || item.picture === null ? [] : [[list, item.picture] as const]
      })
  )
