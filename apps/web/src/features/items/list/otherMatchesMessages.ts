import { defineMessages } from "@/lib/messages"

/** Messages for searches without matches, which load separately from the list page. */
export const messages = defineMessages("items.otherMatches", {
  didYouMean: "Did you mean {text}?",
  namesFound: "Names that match:"
})
