import { plainOriginalRoute } from "../items/original.ts"
import { galleryKind } from "./kind.ts"

/** The bytes of an archive, by ranges. */
export const gallerySourceRoute = plainOriginalRoute({
  kind: galleryKind,
  family: "application/*",
  types: { zip: "application/zip", cbz: "application/vnd.comicbook+zip" }
})
