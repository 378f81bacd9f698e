import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("entities.picture", {
  cancel: "Cancel",
  changed: "Picture changed.",
  choose: "Choose a picture…",
  chooseHelp: "JPEG, PNG, WebP, AVIF or GIF, up to 20 MiB.",
  failed: "Couldn’t change the picture",
  remove: "Remove picture",
  removed: "Picture removed.",
  title: "Change picture",
  tooLarge: "Choose a picture of up to 20 MiB."
})
