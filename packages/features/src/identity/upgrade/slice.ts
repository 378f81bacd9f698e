import { defineSlice } from "../../defineSlice.ts"
import { UpgradeGroup } from "./contract.ts"
import { UpgradeLive } from "./http.ts"

export const upgradeSlice = defineSlice({
  name: "upgrade",
  about: "taking over who could sign in to a pre-2.0 install, once",
  stores: "that it was done, and who came over under which name; the accounts are events of accounts",
  groups: [[UpgradeGroup, UpgradeLive]],
  concepts: {
    earlier: "the tables of a pre-2.0 install, whatever their columns look like",
    plan: "who comes over, under which name, on which devices: pure"
  }
})
