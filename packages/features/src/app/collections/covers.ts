import type { Picture } from "@media/wire/Picture"
import type { MixedItem } from "../../catalog/items/contract.ts"
import type { StoredCollection } from "../../catalog/membership/stored.ts"

/** Maximum number of pictures in a mosaic. */
const mostInMosaic = 4

/**
 * Returns the pictures for the cover: the uploaded picture, the picture of the selected item, or pictures of the first
 * members that the caller may see.
 */
export const picturesOf = (
  { coverItemId, id, picture }: StoredCollection,
  memberIds: ReadonlyArray<string>,
  items: ReadonlyMap<string, MixedItem>
): ReadonlyArray<Picture> => {
  if (picture !== null) {
    const { height, thumbHash, version, width } = picture
    return [{ url: `/api/collections/${id}/cover?v=${version}`, version, width, height, thumbHash }]
  }
  const chosen = coverItemId === null ? undefined : items.get(coverItemId)?.picture
  if (chosen) return [chosen]
  return memberIds.flatMap((each) => items.get(each)?.picture ?? []).slice(0, mostInMosaic)
}
