import { defineMessages } from "@/lib/messages"

/** The name of the kind (`{many}`) comes from `entityKinds.ts`. */
export const messages = defineMessages("entities.tree", {
  asList: "List",
  collapse: "Hide what is below “{name}”",
  empty: "No {many} yet",
  emptyText: "Nothing in your libraries names any {many} yet.",
  expand: "Show what is below “{name}”",
  failed: "Couldn’t load the {many}",
  items: "{count} item | {count} items",
  more: "{count} more in the list"
})
