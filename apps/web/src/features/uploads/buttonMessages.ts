import { defineMessages } from "@/lib/messages"

/** Messages for library pages that are needed before any upload starts. */
export const buttonMessages = defineMessages("uploads.button", {
  drop: "Drop the files to upload them to {library}",
  upload: "Upload",
  uploadTo: "Upload to {library}"
})
