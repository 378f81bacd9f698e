import { defineMessages } from "@/lib/messages"

/** Actions on several people, studios or tags. The name of the kind (`{many}`) comes from `entityKinds.ts`. */
export const messages = defineMessages("entities.bulk", {
  apply: "Apply",
  autoTagOff: "Never find in paths",
  below: "Put below…",
  belowTitle: "Put {count} {many} below",
  cancel: "Cancel",
  chosen: "{count} selected",
  delete: "Delete…",
  deleteButton: "Delete",
  deleteText: "They are removed from all of their items. You can undo it.",
  deleteTitle: "Delete {count} {many}?",
  done: "Changed {count} {many}",
  failed: "{count} could not be changed. | {count} could not be changed.",
  favorite: "Favorite",
  merge: "Merge…",
  mergeButton: "Merge",
  mergeText: "The others become aliases of the one that you keep. You can undo it.",
  mergeTitle: "Merge {count} {many}",
  nsfw: "Mark as NSFW",
  notNsfw: "Mark as not NSFW",
  parent: "Below",
  stop: "Done",
  unchanged: "{count} needs no change. | {count} need no change.",
  unfavorite: "Remove from favorites",
  willChange: "{count} will change. | {count} will change."
})
