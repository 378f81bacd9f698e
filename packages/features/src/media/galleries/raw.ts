import { originalRoute, typesByName } from "../../catalog/items/original.ts"
import { wholeArchive } from "./comics.ts"
import { galleryKind } from "./kind.ts"

const typeOf = typesByName({ zip: "application/zip", cbz: "application/vnd.comicbook+zip" })

/** Sends the bytes of an archive to callers who may see all images in the archive. Supports range requests. */
export const gallerySourceRoute = originalRoute({
  kind: galleryKind,
  family: "application/*",
  find: wholeArchive,
  contentType: ({ label }) => typeOf(label)
})
