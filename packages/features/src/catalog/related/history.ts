import { history } from "../../EventHistory.ts"

export const relatedHistory = history(
  { kind: "items" },
  {
    "related.created.v1": "created a performer, studio, tag or author",
    "related.edited.v1": "edited a performer, studio, tag or author",
    "related.alias-added.v1": "added an alias of a performer, studio, tag or author",
    "related.alias-removed.v1": "removed an alias of a performer, studio, tag or author",
    "related.parent-set.v1": "moved a studio or tag under another one",
    "related.tagged.v1": "added a tag to a performer or studio",
    "related.untagged.v1": "removed a tag from a performer or studio",
    "related.merged.v1": "merged a performer, studio, tag or author into another one",
    "related.split.v1": "split a performer, studio, tag or author",
    "related.removed.v1": "deleted a performer, studio, tag or author",
    "related.restored.v1": "restored a performer, studio, tag or author"
  }
)
