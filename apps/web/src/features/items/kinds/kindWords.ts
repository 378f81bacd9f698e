import { type Messages, translate } from "@/lib/messages"

type Words = { readonly title: string; readonly one: string; readonly many: string }

/**
 * Returns the display names of a kind. They are getters that translate on each access, because kinds are defined before
 * the locale is known.
 */
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
