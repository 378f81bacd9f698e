import { defineSlice } from "../../defineSlice.ts"
import { relationEvents } from "./events.ts"
import { relationFields } from "./fields.ts"
import { relationHistory } from "./history.ts"
import { sweepUnusedEntities } from "./maintenance.ts"
import { relationsProjection } from "./projection.ts"
import { relationUndo } from "./undo.ts"

export const relationsSlice = defineSlice({
  name: "relations",
  about: "the performers, studio, tags and authors of each item; the slice `items` contains the routes",
  stores: "events, on the stream of the item",
  open: ["authors", "commands", "decider", "names", "relations", "shown", "unused"],
  fields: relationFields,
  events: relationEvents,
  history: relationHistory,
  undo: [relationUndo],
  projections: [relationsProjection],
  maintenance: [sweepUnusedEntities],
  concepts: {
    authors: "the authors of a book and their roles",
    names: "SQL for the names of an item's entities, for searches",
    relations: "the rules of each relation between items and entities",
    shown: "SQL for the entities of an item",
    unused: "removes entities that came from files and no longer have items"
  }
})
