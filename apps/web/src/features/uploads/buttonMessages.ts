import { defineMessages } from "@/lib/messages"

/** Of what stands on the pages of libraries before anything is sent. */
export const buttonMessages = defineMessages("uploads.button", {
  drop: "Drop the files to upload them to {library}",
  upload: "Upload",
  uploadTo: "Upload to {library}"
})
