import { defineSlice } from "../../defineSlice.ts"
import { EntityBulkAdminGroup, EntityBulkGroup } from "./contract.ts"
import { EntityBulkAdminLive, EntityBulkLive } from "./http.ts"

export const entityBulkSlice = defineSlice({
  name: "entity-bulk",
  about: "one act on many performers, studios or tags",
  stores: "nothing; its events are those of related, relations and user-related",
  concepts: {
    editable: "the declared fields that an edit may change, and a request read by them",
    values: "the present values of a selection in these fields"
  },
  groups: [
    [EntityBulkAdminGroup, EntityBulkAdminLive],
    [EntityBulkGroup, EntityBulkLive]
  ]
})
