import { defineMessages } from "@/lib/messages"

/**
 * Messages for the upload button. Library pages load them before any upload starts, so they are separate from the
 * other upload messages.
 */
export const buttonMessages = defineMessages("uploads.button", {
  drop: "Drop the files to upload them to {library}",
  upload: "Upload",
  uploadTo: "Upload to {library}"
})
