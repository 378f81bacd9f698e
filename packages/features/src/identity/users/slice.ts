import { defineSlice } from "../../defineSlice.ts"
import { UsersAdminGroup, ViewGroup } from "./contract.ts"
import { UsersAdminLive, ViewLive } from "./http.ts"

export const usersSlice = defineSlice({
  name: "users",
  about: "what administrators do with accounts: create, change, disable, delete; and see what a member sees",
  stores: "nothing; its events are those of accounts, a view is a mark on its administrator's session",
  groups: [
    [UsersAdminGroup, UsersAdminLive],
    [ViewGroup, ViewLive]
  ],
  concepts: { view: "an administrator sees as a member: the mark on the session, and its two events" }
})
