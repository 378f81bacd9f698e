import { defineMessages, translate } from "@/lib/messages"

/** Texts that the home page needs. Other texts of galleries are in another file. */
const messages = defineMessages("galleries.list", { images: "{count} photo | {count} photos" })

/** "12 photos". */
export const countWords = (count: number): string => translate(messages, "images", { count })
