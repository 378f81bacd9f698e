import { defineSlice } from "../../defineSlice.ts"
import { UiPrefsGroup } from "./contract.ts"
import { UiPrefsLive } from "./http.ts"

export const uiPrefsSlice = defineSlice({
  name: "ui-prefs",
  about: "what an account keeps of a client's views, by keys of the client's choice",
  stores: "one row per account and key",
  groups: [[UiPrefsGroup, UiPrefsLive]],
  concepts: { depth: "how deeply a value may be nested" }
})
