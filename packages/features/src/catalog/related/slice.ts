import { defineSlice } from "../../defineSlice.ts"
import { relatedEvents } from "./events.ts"
import { authorFields, performerFields, studioFields, tagFields } from "./fields.ts"
import { relatedHistory } from "./history.ts"
import { relatedTopic } from "./live.ts"
import { relatedProjection } from "./projection.ts"
import { relatedUndo } from "./undo.ts"

export const relatedSlice = defineSlice({
  name: "related",
  about:
    "performers, studios, tags and authors: their names, fields, hierarchy and tags, and who may see them",
  stores: "events, one stream per entity",
  open: [
    "commands",
    "decider",
    "existing",
    "names",
    "parents",
    "picture",
    "picturedItem",
    "scopes",
    "shownTags",
    "tagged",
    "visibleEntities"
  ],
  events: relatedEvents,
  history: relatedHistory,
  undo: [relatedUndo],
  lists: { performers: performerFields, studios: studioFields, tags: tagFields, authors: authorFields },
  projections: [relatedProjection],
  live: [relatedTopic],
  concepts: {
    aliases: "compares and changes the aliases of an entity",
    existing: "finds ids of existing or merged entities",
    hierarchy: "finds paths and counts levels in a hierarchy, to reject cycles",
    names: "finds entities by name, and locks the names of a kind",
    parents: "checks that an entity may have the given parents",
    picture: "the picture of an entity as a field and in the API",
    picturedItem: "finds the item whose picture an entity shows if it has none of its own",
    scopes: "maintained counts, shared by all accounts that see the same items",
    shownTags: "finds the tags of performers and studios that a caller's filter may read",
    storedFields: "the fields that have a column, and the sort key of names",
    tagged: "replaces or removes a tag on all performers and studios",
    tagRows: "the projection of tags of performers and studios",
    tags: "computes changes to the tags of an entity",
    visibleEntities: "the SQL condition that decides which entities an account may see"
  }
})
