import { defineSlice } from "../../defineSlice.ts"
import { PerformersGroup, StudiosGroup, TagsGroup, TagTreeGroup } from "./contract.ts"
import { PerformersLive, StudiosLive, TagsLive, TagTreeLive } from "./http.ts"
import {
  performerPicture,
  performerPictureUpload,
  studioPicture,
  studioPictureUpload,
  tagPicture,
  tagPictureUpload
} from "./raw.ts"

export const entitiesSlice = defineSlice({
  name: "entities",
  about:
    "lists and pages of performers, studios and tags, and what people do with them: edit, merge, split, rate",
  stores:
    "nothing; its events are those of related, relations and user-related, and pictures lie with those of items",
  groups: [
    [TagTreeGroup, TagTreeLive],
    [PerformersGroup, PerformersLive],
    [StudiosGroup, StudiosLive],
    [TagsGroup, TagsLive]
  ],
  raw: [
    performerPicture,
    performerPictureUpload,
    studioPicture,
    studioPictureUpload,
    tagPicture,
    tagPictureUpload
  ],
  open: ["commands", "entityFields", "queries"],
  concepts: {
    detail: "all that is known of one entity, and where merged ones lead",
    entityFields: "the facts that each kind of entity has",
    failures: "the codes of their errors",
    items: "the items of an entity",
    merge: "entities that turn out to be one",
    mergedFields: "the fields of an entity after a merge",
    pictures: "the uploaded picture of an entity",
    shapes: "what the API says of each kind",
    split: "an entity that turns out to be two"
  }
})
