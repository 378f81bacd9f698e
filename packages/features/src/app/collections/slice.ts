import { defineSlice } from "../../defineSlice.ts"
import { CollectionsGroup } from "./contract.ts"
import { CollectionsLive } from "./http.ts"
import { collectionCover, collectionCoverUpload, collectionJson, collectionPlaylist } from "./raw.ts"

export const collectionsSlice = defineSlice({
  name: "collections",
  about: "lists and pages of collections, and what people do with them: fill, order, share, preview a rule",
  stores: "nothing; its events are those of membership",
  groups: [[CollectionsGroup, CollectionsLive]],
  raw: [collectionCover, collectionCoverUpload, collectionPlaylist, collectionJson],
  concepts: {
    exports: "a collection as a playlist and as JSON",
    pictures: "the cover that is served",
    circles: "rules that lead back to their own collection",
    covers: "the pictures of a collection",
    listPages: "what a list page shows, as a condition",
    members: "the members of a rule for a viewer: counted, paged, in order of play",
    names: "from names in a rule to ids, and back",
    personal: "whether a rule reads what its viewer did",
    preview: "what a rule would contain",
    rules: "a rule from a body, and its text",
    shapes: "what the API says of collections"
  }
})
