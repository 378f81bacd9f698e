import { defineMessages, translate } from "@/lib/messages"

/** On the cards of the first page, which need no other words of galleries. */
const messages = defineMessages("galleries.list", { images: "{count} image | {count} images" })

/** "12 images". */
export const countWords = (count: number): string => translate(messages, "images", { count })
