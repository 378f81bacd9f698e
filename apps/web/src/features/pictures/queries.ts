import { useMutation, useQueryCache } from "@pinia/colada"
import { api } from "@/api"
import { itemKey, listKey } from "@/features/items/keys"
import type { ItemKind } from "@/features/items/kinds/kinds"
import type { Picture } from "@/features/items/picture/picture"
import { refresh } from "@/lib/queryCache"
import { uploadPicture } from "./upload"

export type PictureChange =
  | { readonly from: "file"; readonly file: File }
  | { readonly from: "address"; readonly url: string }
  | { readonly from: "frame"; readonly seconds: number }
  | { readonly from: "automatic" }

interface KindPictures {
  readonly path: string
  readonly reset: (id: string) => Promise<Picture | null>
  readonly fetch: (id: string, url: string) => Promise<Picture | null>
}

/** API routes that change pictures, for each kind whose pictures can be changed. */
const pictured: Partial<Record<ItemKind, KindPictures>> = {
  video: {
    path: "/api/videos",
    reset: (id) => api.picturesAdmin.resetVideo({ path: { id } }),
    fetch: (id, url) => api.picturesAdmin.fetchVideo({ path: { id }, body: { url } })
  },
  image: {
    path: "/api/images",
    reset: (id) => api.picturesAdmin.resetImage({ path: { id } }),
    fetch: (id, url) => api.picturesAdmin.fetchImage({ path: { id }, body: { url } })
  },
  track: {
    path: "/api/audio-tracks",
    reset: (id) => api.picturesAdmin.resetTrack({ path: { id } }),
    fetch: (id, url) => api.picturesAdmin.fetchTrack({ path: { id }, body: { url } })
  },
  book: {
    path: "/api/books",
    reset: (id) => api.picturesAdmin.resetBook({ path: { id } }),
    fetch: (id, url) => api.picturesAdmin.fetchBook({ path: { id }, body: { url } })
  }
}
export const canChangePicture = (kind: ItemKind): boolean => kind in pictured

/** Changes the picture of an item, and reloads the lists that contain the item. */
export const useChangePicture = (kind: ItemKind, id: () => string) => {
  const cache = useQueryCache()
  return useMutation({
    mutation: (change: PictureChange): Promise<Picture | null> => {
      const pictures = pictured[kind]
      if (pictures === undefined) throw new TypeError(`Pictures of the kind ${kind} cannot be changed`)
      if (change.from === "file")
        return uploadPicture(`${pictures.path}/${id()}/thumbnail`, change.file) as Promise<Picture>
      if (change.from === "address") return pictures.fetch(id(), change.url)
      if (change.from === "automatic") return pictures.reset(id())
      return api.picturesAdmin.chooseFrame({ path: { id: id() }, body: { seconds: change.seconds } })
    },
    onSettled: () => {
      refresh(cache, { key: itemKey(kind, id()) })
      refresh(cache, { key: listKey(kind) })
      refresh(cache, { key: ["home"] })
    }
  })
}
