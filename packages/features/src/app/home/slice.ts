import { defineSlice } from "../../defineSlice.ts"
import { HomeAdminGroup, HomeGroup } from "./contract.ts"
import { HomeAdminLive, HomeLive } from "./http.ts"

export const homeSlice = defineSlice({
  name: "home",
  about: "what the home page shows, in one answer: what is in progress, favorites, what is new, what failed",
  stores: "one row per administrator: until when failures were reviewed",
  open: ["queries"],
  concepts: { recent: "the newest items of each library, with new episodes as one card per series" },
  groups: [
    [HomeGroup, HomeLive],
    [HomeAdminGroup, HomeAdminLive]
  ]
})
