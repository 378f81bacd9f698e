import { defineSlice } from "../../defineSlice.ts"
import { collectionEvents } from "./events.ts"
import { membershipFields } from "./fields.ts"
import { collectionHistory } from "./history.ts"
import { collectionsTopic } from "./live.ts"
import { membershipProjection } from "./projection.ts"
import { collectionUndo } from "./undo.ts"

export const membershipSlice = defineSlice({
  name: "membership",
  about: "collections, and the items that are their members for a viewer",
  stores: "events, one stream per collection",
  open: ["members", "possibleKinds", "resolve", "stored"],
  events: collectionEvents,
  history: collectionHistory,
  undo: [collectionUndo],
  projections: [membershipProjection],
  live: [collectionsTopic],
  fields: membershipFields,
  concepts: {
    fresh: "finds the rules whose stored members are up to date",
    existing: "finds ids of existing collections",
    following: "updates rules after performers, studios or tags that they refer to were merged",
    mapValues: "copies a rule with changed values",
    viewing: "loads everything needed to evaluate collections for a viewer",
    members: "SQL for the members of a collection that a viewer sees",
    possibleKinds: "the kinds of items that a rule can match",
    references: "finds the collections that a rule refers to",
    resolve: "resolves conditions on collections, for every list",
    stored: "loads the collections that a viewer may see"
  }
})
