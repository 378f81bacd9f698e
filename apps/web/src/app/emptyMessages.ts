import { defineMessages } from "@/lib/messages"

/** Of the pages that stand in for another one. */
export const emptyMessages = defineMessages("app.empty", {
  forbiddenText: "Ask an administrator for access.",
  forbiddenTitle: "Admins only",
  goHome: "Go home",
  notFoundText: "The address may be mistyped, or the page was removed.",
  notFoundTitle: "Page not found"
})
