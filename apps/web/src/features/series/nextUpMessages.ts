import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("series.nextUp", {
  again: "watch again",
  dismiss: "Remove from this row",
  dismissed: "Removed from Next episodes",
  dismissFailed: "The series is still in Next episodes. {reason}",
  goTo: "Go to {title}",
  title: "Next episodes",
  undo: "Undo"
})
