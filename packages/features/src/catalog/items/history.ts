import { history, type SliceHistory } from "../../EventHistory.ts"

export const itemHistory: SliceHistory = {
  ...history(
    { kind: "items", target: "item" },
    {
      "group.ordered.v1": "put {target} into an order",
      "group.cover-chosen.v1": "chose the cover of {target}",
      "group.chapters-set.v1": "changed the chapters of {target}"
    }
  ),
  ...history(
    { kind: "files", target: "item" },
    {
      "item.trashed.v1": { kind: "items", sentence: "removed {target}" },
      "item.trash-filed.v1": "moved the file of {target} to the trash",
      "item.restore-started.v1": "began to bring {target} back",
      "item.restored.v1": { kind: "items", sentence: "brought {target} back from the trash" },
      "item.purged.v1": { kind: "items", sentence: "deleted an item for good" },
      "item.trash-emptied.v1": "deleted the file of an item for good",
      "item.registered.v1": "found {target}",
      "item.group-registered.v1": "found {target}",
      "item.entry-registered.v1": "found {target} in an archive",
      "item.entry-renamed.v1": "noticed another name of {target} in its archive",
      "item.placed.v1": "put {target} into its place",
      "item.attached.v1": "attached {target} to another video",
      "item.detached.v1": "made {target} a video of its own again",
      "item.file-changed.v1": "noticed that the file of {target} changed",
      "item.file-restamped.v1": "noticed that the file of {target} is the same",
      "item.file-moved.v1": "noticed that the file of {target} moved",
      "item.file-missing.v1": "noticed that the file of {target} is missing",
      "item.file-found.v1": "found the file of {target} again",
      "item.probe-failed.v1": "could not read {target}",
      "item.probe-deferred.v1": "will examine {target} later",
      "item.probe-requested.v1": { kind: "items", sentence: "had {target} examined again" },
      "item.edited.v1": { kind: "items", sentence: "edited {target}" }
    }
  ),
  ...history(
    { kind: "files", target: "library", targetIn: "libraryId" },
    { "library.items-forgotten.v1": "forgot what {target} held" }
  )
}
