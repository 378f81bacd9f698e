import { defineSlice } from "../../defineSlice.ts"
import { UsersAdminGroup, ViewGroup } from "./contract.ts"
import { UsersAdminLive, ViewLive } from "./http.ts"

export const usersSlice = defineSlice({
  name: "users",
  about: "lets administrators create, change, disable and delete accounts, and view the app as a member",
  stores:
    "nothing; it writes events of `accounts`, and the viewed account is a column of the administrator's session",
  groups: [
    [UsersAdminGroup, UsersAdminLive],
    [ViewGroup, ViewLive]
  ],
  concepts: { view: "starts and ends a view as a member" }
})
