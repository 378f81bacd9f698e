import { defineMessages, translate } from "@/lib/messages"

/** Cards on the home page need these texts, but no other texts of galleries. */
const messages = defineMessages("galleries.list", { images: "{count} photo | {count} photos" })

/** "12 photos". */
export const countWords = (count: number): string => translate(messages, "images", { count })
