import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("pictures", {
  address: "Address of the picture",
  addressHelp: "Starts with https:// and points to the picture itself, not to a page that shows it.",
  automatic: "Use the automatic picture",
  automaticHelp: "The server chooses a bright, sharp picture without black bars.",
  cancel: "Cancel",
  changed: "Picture changed.",
  choose: "Choose a picture…",
  chooseHelp: "JPEG, PNG, WebP, AVIF or GIF, up to 20 MiB.",
  enterAddress: "Enter the address of a picture.",
  failed: "Couldn’t change the picture",
  frame: "Use a frame from the video",
  frameAt: "Time: {time}",
  noPreview: "Your browser can’t show this file, but you can still use the frame.",
  fetch: "Use this picture",
  fromAddress: "From a web address",
  now: "Current picture",
  reset: "Automatic picture restored.",
  resetLater: "The automatic picture will appear in a moment.",
  tooLarge: "Choose a picture of up to 20 MiB.",
  title: "Change picture",
  upload: "Upload a picture",
  useFrame: "Use this frame"
})
