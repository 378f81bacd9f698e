import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("item.choice", {
  chooseItem: "Search the library",
  noItems: "No items match “{text}”."
})
