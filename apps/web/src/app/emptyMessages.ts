import { defineMessages } from "@/lib/messages"

/** Texts of pages that replace another page. */
export const emptyMessages = defineMessages("app.empty", {
  forbiddenText: "Ask an administrator for access.",
  forbiddenTitle: "Admins only",
  goHome: "Go home",
  notFoundText: "The address may be mistyped, or the page was removed.",
  notFoundTitle: "Page not found"
})
