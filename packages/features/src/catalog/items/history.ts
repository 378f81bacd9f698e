import { history, type SliceHistory } from "../../EventHistory.ts"

export const itemHistory: SliceHistory = {
  ...history(
    { kind: "items", target: "item" },
    {
      "group.ordered.v1": "changed the order of {target}",
      "group.cover-chosen.v1": "chose the cover of {target}",
      "group.chapters-set.v1": "changed the chapters of {target}",
      "item.attached.v1": "attached {target} to another video",
      "item.detached.v1": "made {target} a separate video again"
    }
  ),
  ...history(
    { kind: "files", target: "item" },
    {
      "item.trashed.v1": { kind: "items", sentence: "removed {target}" },
      "item.trash-filed.v1": "moved the file of {target} to the trash",
      "item.restore-started.v1": "started to restore {target}",
      "item.restored.v1": { kind: "items", sentence: "restored {target} from the trash" },
      "item.purged.v1": { kind: "items", sentence: "permanently deleted an item" },
      "item.trash-emptied.v1": "permanently deleted the file of an item",
      "item.registered.v1": "found {target}",
      "item.group-registered.v1": "found {target}",
      "item.entry-registered.v1": "found {target} in an archive",
      "item.entry-renamed.v1": "noticed that {target} was renamed in its archive",
      "item.placed.v1": "placed {target} in its group",
      "item.file-changed.v1": "noticed that the file of {target} changed",
      "item.file-restamped.v1": "noticed that the file of {target} is unchanged",
      "item.file-moved.v1": "noticed that the file of {target} moved",
      "item.file-missing.v1": "noticed that the file of {target} is missing",
      "item.file-found.v1": "found the file of {target} again",
      "item.probe-failed.v1": "could not read {target}",
      "item.probe-deferred.v1": "postponed the examination of {target}",
      "item.probe-requested.v1": { kind: "items", sentence: "requested a new examination of {target}" },
      "item.sourced.v1": { kind: "items", sentence: "changed where values of {target} come from" },
      "item.edited.v1": { kind: "items", sentence: "edited {target}" }
    }
  ),
  ...history(
    { kind: "files", target: "library", targetIn: "libraryId" },
    { "library.items-forgotten.v1": "removed the items of {target}" }
  )
}
