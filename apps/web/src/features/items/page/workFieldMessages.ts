import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("item.work", {
  set: "Set of movies",
  setHelp: "Movies of one set, such as a trilogy, are found together.",
  countries: "Countries",
  countriesHelp: "Separate several with commas.",
  status: "Status",
  unknown: "Unknown",
  continuing: "Continuing",
  ended: "Ended"
})
