import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("entities.state", {
  notSaved: "Your change was not saved. {reason}"
})
