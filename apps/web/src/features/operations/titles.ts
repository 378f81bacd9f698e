import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("operations.titles", { operations: "Operations" })
