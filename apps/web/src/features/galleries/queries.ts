import type { ImageSummary } from "@media/features/media/images/contract"
import { useQueryCache } from "@pinia/colada"
import { request } from "@media/web-client/request"
import { api, apiContext } from "@/api"
import { itemKey, listKey } from "@/features/items/keys"
import { useReloadOnChange } from "@/features/items/page/useReloadOnChange"
import { refresh } from "@/lib/queryCache"
import { usePagedList } from "@/lib/usePagedList"

/** Loads the images of a gallery in order, as they scroll into view. Reloads the list after changes. */
export const useGalleryImages = (id: () => string) => {
  const list = usePagedList<ImageSummary>({
    key: () => [...listKey("image"), { parent: id() }],
    load: (page, perPage, signal) =>
      api.galleryContents.images({ path: { id: id() }, query: { page, perPage }, signal })
  })
  useReloadOnChange(["image", "gallery"], list.reload)
  return list
}

/** Returns the ids of the images on one page of a gallery, so that images can be selected before they have loaded. */
export const galleryImageIds = async (
  id: string,
  page: number,
  perPage: number
): Promise<ReadonlyArray<string>> =>
  (await api.galleryContents.images({ path: { id }, query: { page, perPage } })).items.map(
    (image) => image.id
  )

/** Timeout of an upload in milliseconds. A large photo may take minutes over a slow connection. */
const UPLOAD_MS = 600_000

/**
 * Returns functions for administrators that change a gallery. Each change reloads the gallery's page and the lists of
 * galleries.
 */
export const useGalleryChanges = (id: () => string) => {
  const cache = useQueryCache()
  const changed = async <A>(change: Promise<A>): Promise<A> => {
    const answer = await change
    refresh(cache, { key: itemKey("gallery", id()) })
    refresh(cache, { key: listKey("gallery") }, false)
    return answer
  }
  const path = () => ({ id: id() })
  return {
    move: (imageId: string, before: string | null) =>
      changed(api.galleryContents.order({ path: path(), body: { imageIds: [imageId], before } })),
    cover: (imageId: string) => changed(api.galleryContents.cover({ path: path(), body: { imageId } })),
    addChapter: (title: string, imageId: string) =>
      changed(api.galleryContents.addChapter({ path: path(), body: { title, imageId } })),
    renameChapter: (chapterId: string, title: string) =>
      changed(api.galleryContents.changeChapter({ path: { ...path(), chapterId }, body: { title } })),
    removeChapter: (chapterId: string) =>
      changed(api.galleryContents.removeChapter({ path: { ...path(), chapterId } })),
    upload: (file: File) => {
      const body = new FormData()
      body.set("file", file)
      const target = `/api/galleries/${id()}/images/upload`
      return changed(request(apiContext, "POST", target, { body, timeoutMs: UPLOAD_MS }))
    }
  }
}
