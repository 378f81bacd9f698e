import { NotFound } from "@media/kernel/Errors"
import { isUuid, uuidv7 } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { commandBy } from "../../platform/access/Command.ts"
import type { NewBookmark } from "./contract.ts"
import { bookmarkDecider, type BookmarkCommand } from "./decider.ts"
import { bookmarkStream } from "./ids.ts"
import { listBookmarks, requireBook } from "./queries.ts"

/** Executes a command on the caller's own bookmarks in a book that the caller may see. */
const execute = (principal: Principal, bookId: string, command: BookmarkCommand) =>
  Effect.gen(function* () {
    yield* requireBook(principal, bookId)
    if (!isUuid(command.bookmarkId)) return yield* new NotFound({ what: "bookmark" })
    yield* commandBy(principal, {
      streamId: bookmarkStream(principal.accountId, bookId),
      decider: bookmarkDecider,
      command
    })
  })

/** Removes line breaks and control characters from a name. */
const nameOf = (name: string): string => plainText(name).trim()

export const addBookmark = Effect.fn("bookmarks.add")(function* (
  principal: Principal,
  bookId: string,
  { fraction, locator, name = "", page = null }: NewBookmark
) {
  const bookmarkId = uuidv7()
  const { accountId } = principal
  yield* execute(principal, bookId, {
    _tag: "Add",
    ...{ bookmarkId, accountId, itemId: bookId, fraction, page },
    name: nameOf(name),
    href: locator?.href ?? null,
    progression: locator?.progression ?? null
  })
  const added = (yield* listBookmarks(principal, bookId)).find(({ id }) => id === bookmarkId)
  return added ?? (yield* new NotFound({ what: "bookmark" }))
})

export const renameBookmark = Effect.fn("bookmarks.rename")(function* (
  principal: Principal,
  bookId: string,
  bookmarkId: string,
  name: string
) {
  const { accountId } = principal
  yield* execute(principal, bookId, { _tag: "Rename", bookmarkId, accountId, name: nameOf(name) })
  return null
})

export const removeBookmark = Effect.fn("bookmarks.remove")(function* (
  principal: Principal,
  bookId: string,
  bookmarkId: string
) {
  yield* execute(principal, bookId, { _tag: "Remove", bookmarkId, accountId: principal.accountId })
  return null
})
