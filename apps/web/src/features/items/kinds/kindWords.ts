import { type Messages, translate } from "@/lib/messages"

type Words = { readonly title: string; readonly one: string; readonly many: string }

/** What a kind is called. Read at each use: a kind is known before the locale is. */
export const kindWords = (messages: Messages<Words>): Words => ({
  get title() {
    return translate(messages, "title")
  },
  get one() {
    return translate(messages, "one")
  },
  get many() {
    return translate(messages, "many")
  }
})
