import { defineSlice } from "../../defineSlice.ts"
import { collectionEvents } from "./events.ts"
import { membershipFields } from "./fields.ts"
import { collectionHistory } from "./history.ts"
import { collectionsTopic } from "./live.ts"
import { membershipProjection } from "./projection.ts"
import { collectionUndo } from "./undo.ts"

export const membershipSlice = defineSlice({
  name: "membership",
  about: "collections, and which items belong to each of them for a viewer",
  stores: "events, one stream per collection",
  open: ["members", "possibleKinds", "resolve", "stored"],
  events: collectionEvents,
  history: collectionHistory,
  undo: [collectionUndo],
  projections: [membershipProjection],
  live: [collectionsTopic],
  fields: membershipFields,
  concepts: {
    fresh: "the rules whose stored members are current",
    existing: "which ids of collections are known",
    following: "rules after the merges of entities that they refer to",
    mapValues: "a rule with other values",
    viewing: "a viewer, as the members of a collection depend on them",
    members: "the members of a collection that a viewer sees, as SQL",
    possibleKinds: "the kinds of items for which a rule can hold",
    references: "the collections that a rule refers to",
    resolve: "conditions on collections, for every list",
    stored: "collections that a viewer may see"
  }
})
