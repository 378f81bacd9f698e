import type { Home } from "@media/features/app/home/contract"
import { newOf } from "@/features/home/rows"
import type { Picture } from "@/features/items/picture/picture"

/** The newest picture of each list, by the name of the list's route. */
export const newestPictures = (home: Home): ReadonlyMap<string, Picture> =>
  new Map(
    newOf(home)
      .toReversed()
      .flatMap(({ definition, item }) =>
        item.picture === null ? [] : [[definition.routes.list, item.picture] as const]
      )
  )
