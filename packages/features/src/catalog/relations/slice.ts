import { defineSlice } from "../../defineSlice.ts"
import { relationEvents } from "./events.ts"
import { relationFields } from "./fields.ts"
import { relationHistory } from "./history.ts"
import { sweepUnusedEntities } from "./maintenance.ts"
import { relationsProjection } from "./projection.ts"
import { relationUndo } from "./undo.ts"

export const relationsSlice = defineSlice({
  name: "relations",
  about: "the performers, the studio and the tags of each item; the routes are those of `items`",
  stores: "events, on the stream of the item",
  open: ["commands", "decider", "shown", "unused"],
  fields: relationFields,
  events: relationEvents,
  history: relationHistory,
  undo: [relationUndo],
  projections: [relationsProjection],
  maintenance: [sweepUnusedEntities],
  concepts: {
    shown: "what the page of an item says of its entities",
    unused: "the removal of entities from files that nothing has any more"
  }
})
