import { defineSlice } from "../../defineSlice.ts"
import { ClientGroup, HealthGroup, SystemAdminGroup, SystemGroup } from "./contract.ts"
import { gateEvents } from "./events.ts"
import { ClientLive, HealthLive, SystemAdminLive, SystemLive } from "./http.ts"
import { gatesProjection } from "./projection.ts"
import { changelogRoute } from "./raw.ts"
import { gateHistory } from "./history.ts"

export const systemSlice = defineSlice({
  name: "system",
  about: "health, status, breaking-release gates, client info and changelog",
  stores: "accepted gates as events, one stream",
  events: gateEvents,
  history: gateHistory,
  projections: [gatesProjection],
  groups: [
    [HealthGroup, HealthLive],
    [SystemGroup, SystemLive],
    [SystemAdminGroup, SystemAdminLive],
    [ClientGroup, ClientLive]
  ],
  raw: [changelogRoute],
  concepts: {
    SystemInfo: "information about the running process",
    gates: "the breaking changes that an administrator must accept",
    gateKeeper: "decides which requests are served while a gate is closed",
    installation: "information about the machine for administrators",
    machine: "checks disks and lists database backups",
    sandbox: "the sandbox for plugins and scripts, with the level that the settings require",
    status: "the status of the server, as far as the caller may see it"
  }
})
