import { defineSlice } from "../../defineSlice.ts"
import { EntityBulkAdminGroup, EntityBulkGroup } from "./contract.ts"
import { EntityBulkAdminLive, EntityBulkLive } from "./http.ts"

export const entityBulkSlice = defineSlice({
  name: "entity-bulk",
  about: "edits many performers, studios or tags at once",
  stores: "nothing; it writes events of entities and of user state",
  concepts: {
    editable: "the fields that a bulk edit may change, and the parser of a request that changes them",
    values: "the current values of a selection in these fields"
  },
  groups: [
    [EntityBulkAdminGroup, EntityBulkAdminLive],
    [EntityBulkGroup, EntityBulkLive]
  ]
})
