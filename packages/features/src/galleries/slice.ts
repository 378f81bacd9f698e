import { defineSlice } from "../defineSlice.ts"
import { GalleriesGroup } from "./contract.ts"
import { GalleriesLive } from "./http.ts"
import { galleryKind } from "./kind.ts"
import { gallerySourceRoute } from "./raw.ts"

export const galleriesSlice = defineSlice({
  name: "galleries",
  about: "folders and archives of images, in their order",
  stores: "events, on the streams of the gallery and of its images",
  groups: [[GalleriesGroup, GalleriesLive]],
  raw: [gallerySourceRoute],
  kinds: [galleryKind]
})
