import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("history.undo", {
  cancel: "Cancel",
  changedBy: "Now {found}, changed by {name} {ago}.",
  changedSince: "Now {found}.",
  conflictText:
    "These values have changed again since the change that you want to undo. Keep the current values, or undo the change anyway.",
  conflictTitle: "Values have changed",
  earlier: "Show earlier",
  empty: "Nothing has been changed here yet.",
  failed: "Couldn’t load the history",
  historyOf: "History of {name}",
  jobFailed: "The undo job failed. Open Operations to see the reason.",
  keep: "Keep the current values",
  more: "And {count} more. | And {count} more.",
  nothing: "nothing",
  nothingToUndo: "You have no changes to undo.",
  redo: "Redo",
  skipped:
    "Undone, except for {count} value that has changed since then. | Undone, except for {count} values that have changed since then.",
  takeBack: "Undo anyway",
  undo: "Undo",
  undoAll: "Undo all {count}",
  undoFailed: "Couldn’t undo: {reason}",
  undoing: "Undoing a large change. This may take a while.",
  undone: "Undone",
  undoLast: "Undo your last change",
  wasUndone: "undone",
  youDid: "You"
})
