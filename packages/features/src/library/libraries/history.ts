import { history } from "../../EventHistory.ts"

export const libraryHistory = history(
  { kind: "libraries", target: "library" },
  {
    "library.created.v1": "created the library {target}",
    "library.renamed.v1": "renamed a library to {target}",
    "library.nsfw-changed.v1": "changed whether {target} is NSFW",
    "library.videos-as-changed.v1": "changed how {target} classifies videos",
    "library.write-nfo-changed.v1": "changed whether {target} writes NFO files",
    "library.nfo-watched-changed.v1":
      "changed the account for which {target} imports watched status from NFO files",
    "library.contents-changed.v1": "changed the contents of {target}",
    "library.root-added.v1": "added a folder to {target}",
    "library.root-changed.v1": "changed a folder of {target}",
    "library.root-removed.v1": "removed a folder from {target}",
    "library.removed.v1": "removed the library {target}"
  }
)
