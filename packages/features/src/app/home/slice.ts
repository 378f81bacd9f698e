import { defineSlice } from "../../defineSlice.ts"
import { HomeAdminGroup, HomeGroup } from "./contract.ts"
import { HomeAdminLive, HomeLive } from "./http.ts"

export const homeSlice = defineSlice({
  name: "home",
  about: "returns the home page in one response: items in progress, favorites, new items and failures",
  stores: "one row per administrator with the time of the last review of failures",
  open: ["queries"],
  concepts: { recent: "the newest items of each library, with new episodes grouped by series" },
  groups: [
    [HomeGroup, HomeLive],
    [HomeAdminGroup, HomeAdminLive]
  ]
})
