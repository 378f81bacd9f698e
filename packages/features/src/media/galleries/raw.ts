import { originalRoute, typesByName } from "../../catalog/items/original.ts"
import { wholeArchive } from "./comics.ts"
import { galleryKind } from "./kind.ts"

const typeOf = typesByName({ zip: "application/zip", cbz: "application/vnd.comicbook+zip" })

/** The bytes of an archive, with ranges, for callers who see all images in it. */
export const gallerySourceRoute = originalRoute({
  kind: galleryKind,
  family: "application/*",
  find: wholeArchive,
  contentType: ({ label }) => typeOf(label)
})
