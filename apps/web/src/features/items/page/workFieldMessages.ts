import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("item.work", {
  set: "Set of movies",
  setHelp: "Groups related movies, such as a trilogy.",
  countries: "Countries",
  countriesHelp: "Separate countries with commas.",
  status: "Status",
  unknown: "Unknown",
  continuing: "Continuing",
  ended: "Ended"
})
