import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("users.titles", { users: "Accounts" })
