import { defineSlice } from "../../defineSlice.ts"
import { AuthorsGroup, PerformersGroup, StudiosGroup, TagsGroup, TagTreeGroup } from "./contract.ts"
import { AuthorsLive, PerformersLive, StudiosLive, TagsLive, TagTreeLive } from "./http.ts"
import {
  authorPicture,
  authorPictureUpload,
  performerPicture,
  performerPictureUpload,
  studioPicture,
  studioPictureUpload,
  tagPicture,
  tagPictureUpload
} from "./raw.ts"

export const entitiesSlice = defineSlice({
  name: "entities",
  about: "lists, shows, edits, merges and splits performers, studios, tags and authors",
  stores:
    "nothing; it writes events of entities, items and user state, and stores pictures with those of items",
  groups: [
    [TagTreeGroup, TagTreeLive],
    [PerformersGroup, PerformersLive],
    [StudiosGroup, StudiosLive],
    [TagsGroup, TagsLive],
    [AuthorsGroup, AuthorsLive]
  ],
  raw: [
    authorPicture,
    authorPictureUpload,
    performerPicture,
    performerPictureUpload,
    studioPicture,
    studioPictureUpload,
    tagPicture,
    tagPictureUpload
  ],
  open: ["commands", "entityFields", "queries"],
  concepts: {
    detail: "the page of an entity, and redirects from merged entities",
    entityFields: "the fields of each kind of entity",
    failures: "the error codes of these routes",
    items: "lists the items of an entity",
    merge: "merges several entities into one",
    mergedFields: "the fields of an entity after a merge",
    pictures: "serves, uploads and removes the picture of an entity",
    shapes: "the schemas of requests and responses, for each kind of entity",
    split: "moves some items of an entity to a new entity"
  }
})
