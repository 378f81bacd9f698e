import { uuidv7 } from "@media/kernel/Ids"
import type { Step, World } from "./World.ts"

/**
 * Returns steps that create a bookmark, or rename or remove an earlier bookmark. The earlier bookmark may already have
 * been removed.
 */
export const bookmarkSteps = ({ accounts, appendTo, random, videos }: World): ReadonlyArray<Step> => {
  const made: Array<{ readonly stream: string; readonly bookmarkId: string; readonly accountId: string }> = []
  const add = () => {
    const accountId = random.oneOf(accounts)
    const bookmark = { stream: uuidv7(), bookmarkId: uuidv7(), accountId }
    made.push(bookmark)
    return appendTo(bookmark.stream, {
      _tag: "bookmark.added.v1",
      ...{ bookmarkId: bookmark.bookmarkId, accountId, itemId: random.oneOf(videos) },
      name: `Place ${random.below(9)}`,
      fraction: random.next(),
      page: random.oneOf([null, 7]),
      ...random.oneOf([
        { href: null, progression: null },
        { href: "a.xhtml", progression: null },
        { href: "a.xhtml", progression: 0.5 }
      ])
    } as never)
  }
  const rename = () => {
    const { accountId, bookmarkId, stream } = random.oneOf(made)
    return appendTo(stream, {
      _tag: "bookmark.renamed.v1",
      bookmarkId,
      accountId,
      name: `Name ${random.below(9)}`
    } as never)
  }
  const remove = () => {
    const { accountId, bookmarkId, stream } = random.oneOf(made)
    return appendTo(stream, { _tag: "bookmark.removed.v1", bookmarkId, accountId } as never)
  }
  return [add, () => (made.length === 0 ? add() : random.oneOf([rename, remove])())]
}
