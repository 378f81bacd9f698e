import { defineSlice } from "../../defineSlice.ts"
import { RulesGroup } from "./contract.ts"
import { ruleEvents } from "./events.ts"
import { ruleHistory } from "./history.ts"
import { RulesLive } from "./http.ts"
import { rulesTopic } from "./live.ts"
import { ruleMaintenance } from "./maintenance.ts"
import { ruleJob } from "./maintenanceJob.ts"
import { rulesProjection } from "./projection.ts"
import { ruleUndo } from "./undo.ts"

export const rulesSlice = defineSlice({
  name: "rules",
  about: "rules of administrators that act by themselves on items that appear and match a query",
  stores: "events, one stream per account; how far the log was read is a plain row",
  events: ruleEvents,
  history: ruleHistory,
  undo: [ruleUndo],
  projections: [rulesProjection],
  groups: [[RulesGroup, RulesLive]],
  live: [rulesTopic],
  maintenance: [ruleMaintenance],
  maintenanceJobs: [ruleJob],
  concepts: {
    appeared: "finds the items that became ready, and runs the rules on them",
    apply: "does what a rule wants with the items that match it",
    maintenanceJob: "its work in the queue library-maintenance"
  }
})
