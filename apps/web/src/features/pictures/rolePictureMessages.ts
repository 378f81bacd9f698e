import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("pictures.roles", {
  title: "Backdrop and logo",
  backdrop: "Backdrop",
  backdropHelp: "A wide picture behind the page header.",
  logo: "Logo",
  logoHelp: "Shown in place of the title. Transparent parts stay transparent.",
  changed: "Picture changed.",
  removeBackdrop: "Remove the uploaded backdrop",
  removeLogo: "Remove the uploaded logo",
  removeHelp: "After that, the picture next to the files is shown again, if there is one.",
  removed: "Uploaded picture removed.",
  failed: "Couldn’t change the picture",
  close: "Close"
})
