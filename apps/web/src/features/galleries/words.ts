import { translate } from "@/lib/messages"
import { messages } from "./messages"

/** "12 images". */
export const countWords = (count: number): string => translate(messages, "images", { count })
