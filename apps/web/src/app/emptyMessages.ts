import { defineMessages } from "@/lib/messages"

/** Messages for the placeholder that is shown instead of a page that is forbidden or does not exist. */
export const emptyMessages = defineMessages("app.empty", {
  forbiddenText: "Ask an administrator for access.",
  forbiddenTitle: "Admins only",
  goHome: "Go home",
  notFoundText: "The address may be wrong, or the page may have been removed.",
  notFoundTitle: "Page not found"
})
