import { defineMessages } from "@/lib/messages"

/** Of galleries beside what all items say. */
export const messages = defineMessages("galleries", {
  images: "{count} image | {count} images"
})
