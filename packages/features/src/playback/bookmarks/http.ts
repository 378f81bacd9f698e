import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import { addBookmark, removeBookmark, renameBookmark } from "./commands.ts"
import { BookmarksGroup } from "./contract.ts"
import { listBookmarks } from "./queries.ts"

export const BookmarksLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(BookmarksGroup),
  "bookmarks",
  (handlers) =>
    handlers
      .handle("list", Serve.get(listBookmarks))
      .handle("add", ({ path, payload }) =>
        respondTo((principal) => addBookmark(principal, path.id, payload))
      )
      .handle("rename", ({ path, payload }) =>
        respondTo((principal) => renameBookmark(principal, path.id, path.bookmarkId, payload.name))
      )
      .handle("remove", ({ path }) =>
        respondTo((principal) => removeBookmark(principal, path.id, path.bookmarkId))
      )
)
