import { defineMessages, translate } from "@/lib/messages"

/**
 * Messages that the home page needs. All other messages about galleries are in a separate file, because they load
 * later.
 */
const messages = defineMessages("galleries.list", { images: "{count} photo | {count} photos" })

/** Formats a number of photos: "12 photos". */
export const countWords = (count: number): string => translate(messages, "images", { count })
