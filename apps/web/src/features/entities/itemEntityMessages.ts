import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("entities.item", {
  as: "as {name}",
  people: "People",
  studio: "Studio",
  tags: "Tags"
})
