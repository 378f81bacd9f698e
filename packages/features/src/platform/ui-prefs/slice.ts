import { defineSlice } from "../../defineSlice.ts"
import { UiPrefsGroup } from "./contract.ts"
import { UiPrefsLive } from "./http.ts"

export const uiPrefsSlice = defineSlice({
  name: "ui-prefs",
  about: "stores a client's view settings for an account, under keys that the client chooses",
  stores: "one row per account and key",
  groups: [[UiPrefsGroup, UiPrefsLive]],
  concepts: { depth: "the maximum nesting depth of a value" }
})
