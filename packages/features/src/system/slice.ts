import { defineSlice } from "../defineSlice.ts"
import { HealthGroup, SystemGroup } from "./contract.ts"
import { HealthLive, SystemLive } from "./http.ts"
import { changelogRoute } from "./raw.ts"

export const systemSlice = defineSlice({
  name: "system",
  about: "health, status, client info, changelog",
  stores: "nothing",
  groups: [
    [HealthGroup, HealthLive],
    [SystemGroup, SystemLive]
  ],
  raw: [changelogRoute],
  concepts: {
    SystemInfo: "what the process knows of itself"
  }
})
