import { defineMessages } from "@/lib/messages"

/** Of removing items, and of what was removed. */
export const messages = defineMessages("trash", {
  deleteFile: "Move the file to the trash, too",
  deleteForGood: "Delete for good",
  deletedForGood: "“{title}” was deleted for good",
  emptied: "{count} item was deleted for good | {count} items were deleted for good",
  empty: "Empty trash",
  emptyConfirm: "Delete all for good",
  emptyQuestion: "Delete all that is in the trash for good?",
  emptyText: "What you remove can be brought back from here for 30 days.",
  emptyTitle: "The trash is empty",
  expires: "Kept until {date}",
  failed: "The trash could not be loaded",
  fileKept: "The file was kept",
  filesInTrash: "{count} file in the trash | {count} files in the trash",
  goodText:
    "Its ratings, favorites and progress go as well. Files in the trash are deleted; a file that was kept stays. This cannot be undone.",
  keepText:
    "The file stays where it is. Scans leave it out as long as it does not change. For 30 days the trash brings the item back, with ratings, favorites and progress.",
  missingText: "There is no file to delete. If it comes back, it is found as new.",
  moving: "Files are being moved",
  noUndo: "This cannot be undone. Files that were kept stay.",
  purgeQuestion: "Delete “{title}” for good?",
  remove: "Delete",
  removeFailed: "It was not deleted",
  removeKeep: "Remove",
  removed: "“{title}” is in the trash",
  removedBy: "Removed {when} by {name}",
  removedWhen: "Removed {when}",
  removeQuestion: "Delete “{title}”?",
  restore: "Restore",
  restored: "“{title}” is back",
  shown: "The latest {count} of {total} are shown.",
  trash: "Trash",
  trashText:
    "The file goes to the trash folder of its library folder, with subtitles and notes that belong to it. For 30 days the trash brings it back, with ratings, favorites and progress; then it is deleted for good."
})
