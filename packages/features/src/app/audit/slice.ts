import { defineSlice } from "../../defineSlice.ts"
import { AuditGroup } from "./contract.ts"
import { AuditLive } from "./http.ts"
import { historyFields } from "./fields.ts"

export const auditSlice = defineSlice({
  name: "audit",
  about: "who did what when, for administrators, read from the log itself",
  stores: "nothing",
  lists: { history: historyFields },
  groups: [[AuditGroup, AuditLive]],
  concepts: {
    kinds: "how each event reads, by the histories of all slices",
    places: "which events of the log a filter finds: by indexes, newest first"
  }
})
