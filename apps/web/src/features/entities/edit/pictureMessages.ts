import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("entities.picture", {
  cancel: "Cancel",
  changed: "Picture changed.",
  failed: "Couldn’t change the picture",
  remove: "Remove picture",
  removed: "Picture removed.",
  title: "Change picture"
})
