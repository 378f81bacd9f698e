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
  about: "runs actions automatically on new items that match an administrator's query",
  stores: "events, one stream per account; the position in the event log is a row",
  events: ruleEvents,
  history: ruleHistory,
  undo: [ruleUndo],
  projections: [rulesProjection],
  groups: [[RulesGroup, RulesLive]],
  live: [rulesTopic],
  maintenance: [ruleMaintenance],
  maintenanceJobs: [ruleJob],
  concepts: {
    appeared: "finds items that became ready, and runs the rules on them",
    apply: "applies the actions of a rule to the items that match it",
    maintenanceJob: "runs a rule on all matching items, in the queue library-maintenance"
  }
})
