import { defineMessages } from "@/lib/messages"

/** Messages about removing items, and about the trash. */
export const messages = defineMessages("trash", {
  deleteFile: "Move the file to the trash, too",
  deleteForGood: "Delete permanently",
  deletedForGood: "“{title}” was deleted permanently",
  emptied: "{count} item was deleted permanently | {count} items were deleted permanently",
  empty: "Empty trash",
  emptyConfirm: "Delete all permanently",
  emptyQuestion: "Delete everything in the trash permanently?",
  emptyText: "Removed items stay here for 30 days. You can restore them during that time.",
  emptyTitle: "The trash is empty",
  expires: "Kept until {date}",
  failed: "Couldn’t load the trash",
  fileKept: "The file was kept",
  filesInTrash: "{count} file in the trash | {count} files in the trash",
  goodText:
    "Its ratings, favorites and progress are also deleted. Its files are deleted only if they are in the trash, not if you chose to keep them. This cannot be undone.",
  keepText:
    "The file stays where it is, and scans ignore it until it changes. You can restore the item for 30 days, with ratings, favorites and progress.",
  missingText:
    "The file is missing, so only the entry in the library is deleted. If the file returns, a scan adds it as a new item.",
  moving: "Files are being moved",
  noUndo: "This cannot be undone. Files that you chose to keep are not deleted.",
  purgeQuestion: "Delete “{title}” permanently?",
  remove: "Delete",
  removeFailed: "Couldn’t delete the item",
  removeKeep: "Remove",
  removed: "“{title}” was moved to the trash",
  removedBy: "Removed {when} by {name}",
  removedWhen: "Removed {when}",
  removeQuestion: "Delete “{title}”?",
  restore: "Restore",
  restored: "“{title}” was restored",
  shown: "Showing the latest {count} of {total}.",
  trash: "Trash",
  trashText:
    "The file moves to the trash together with its subtitles, NFO file and pictures. You can restore it for 30 days, with ratings, favorites and progress. After that, it is deleted permanently."
})
