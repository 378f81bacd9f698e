import { defineMessages } from "@/lib/messages"

/** Messages for the tree. The kind's name (`{many}`) comes from `entityKinds.ts`. */
export const messages = defineMessages("entities.tree", {
  asList: "List",
  collapse: "Hide entries below “{name}”",
  empty: "No {many} yet",
  emptyText: "No item in your libraries has any {many} yet.",
  expand: "Show entries below “{name}”",
  failed: "Couldn’t load the {many}",
  items: "{count} item | {count} items",
  more: "{count} more in the list"
})
