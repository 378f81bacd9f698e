import { defineSlice } from "../../defineSlice.ts"
import { relatedEvents } from "./events.ts"
import { performerFields, studioFields, tagFields } from "./fields.ts"
import { relatedHistory } from "./history.ts"
import { relatedTopic } from "./live.ts"
import { relatedProjection } from "./projection.ts"
import { relatedUndo } from "./undo.ts"

export const relatedSlice = defineSlice({
  name: "related",
  about: "performers, studios and tags: their names, facts, hierarchy and tags, and who may see them",
  stores: "events, one stream per entity",
  open: [
    "commands",
    "decider",
    "existing",
    "names",
    "parents",
    "picture",
    "scopes",
    "tagged",
    "visibleEntities"
  ],
  events: relatedEvents,
  history: relatedHistory,
  undo: [relatedUndo],
  lists: { performers: performerFields, studios: studioFields, tags: tagFields },
  projections: [relatedProjection],
  live: [relatedTopic],
  concepts: {
    aliases: "the aliases of an entity, without its name",
    existing: "which ids of entities are known",
    hierarchy: "ways through a hierarchy: circles and levels",
    names: "the entities that names mean, and the lock under which names are given",
    parents: "whether an entity may have these parents",
    picture: "the picture of an entity, as a field and as the API shows it",
    scopes: "the maintained sums that accounts with the same view share",
    storedFields: "which fields have a column, and the key that names are sorted by",
    tagged: "replacing or removing a tag on every performer and studio",
    tagRows: "the rows of the tags of performers and studios",
    tags: "how a list of tags of an entity changes",
    visibleEntities: "the one predicate of which entities an account may see"
  }
})
