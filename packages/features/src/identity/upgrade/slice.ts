import { defineSlice } from "../../defineSlice.ts"
import { UpgradeGroup } from "./contract.ts"
import { UpgradeLive } from "./http.ts"

export const upgradeSlice = defineSlice({
  name: "upgrade",
  about: "imports users and sessions from a pre-2.0 installation, once",
  stores: "whether the import is done, and the imported names, as rows; accounts are events of `accounts`",
  groups: [[UpgradeGroup, UpgradeLive]],
  concepts: {
    earlier: "reads the tables of a pre-2.0 installation, whatever their columns are",
    plan: "decides which users are imported, under which names and with which devices (pure)"
  }
})
