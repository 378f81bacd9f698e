import { defineSlice } from "../../defineSlice.ts"
import { relationEvents } from "./events.ts"
import { relationFields } from "./fields.ts"
import { relationHistory } from "./history.ts"
import { sweepUnusedEntities } from "./maintenance.ts"
import { relationsProjection } from "./projection.ts"
import { relationUndo } from "./undo.ts"

export const relationsSlice = defineSlice({
  name: "relations",
  about: "the performers, studio and tags of each item; the slice `items` contains the routes",
  stores: "events, on the stream of the item",
  open: ["commands", "decider", "shown", "unused"],
  fields: relationFields,
  events: relationEvents,
  history: relationHistory,
  undo: [relationUndo],
  projections: [relationsProjection],
  maintenance: [sweepUnusedEntities],
  concepts: {
    shown: "SQL for the performers, studio and tags on the page of an item",
    unused: "removes entities that came from files and no longer have items"
  }
})
