import { defineSlice } from "../../defineSlice.ts"
import { ClientGroup, HealthGroup, SystemAdminGroup, SystemGroup } from "./contract.ts"
import { gateEvents } from "./events.ts"
import { ClientLive, HealthLive, SystemAdminLive, SystemLive } from "./http.ts"
import { gatesProjection } from "./projection.ts"
import { changelogRoute } from "./raw.ts"
import { gateHistory } from "./history.ts"

export const systemSlice = defineSlice({
  name: "system",
  about: "health, status, the gate of a breaking release, client info, changelog",
  stores: "events of gates, one stream",
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
    SystemInfo: "what the process knows of itself",
    gates: "releases that ask for consent",
    gateKeeper: "whether the product is closed",
    installation: "what administrators are told of the machine",
    machine: "disks and copies of the database",
    sandbox: "the walls around programs of others, under the setting",
    status: "how the product stands, by who asks"
  }
})
