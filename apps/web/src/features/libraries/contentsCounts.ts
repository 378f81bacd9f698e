import type { FolderContents } from "@media/features/library/libraries/contract"
import { contentKinds, type Contents } from "@/features/items/kinds/kinds"
import { plural } from "@/lib/format"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

/** Describes the media in a folder, such as "128 videos, 3 photos in 14 folders". */
export const contentsText = ({ contents, folders, isComplete }: FolderContents): string => {
  const found = contentKinds.flatMap(({ contents: name, words }) => {
    const count = contents[name] ?? 0
    return count > 0 ? [plural(count, words.one, words.many)] : []
  })
  if (found.length === 0) return translate(messages, "noMedia")
  const what = isComplete ? found.join(", ") : translate(messages, "atLeast", { what: found.join(", ") })
  return translate(messages, "counted", {
    what,
    folders: translate(messages, "foldersOf", { count: folders })
  })
}

/**
 * Minimum share of files for a kind to be suggested. The share of album covers in a music folder is lower, and mixed
 * folders have several kinds above this share.
 */
const LEAST_SHARE = 0.2

/**
 * Guesses the contents of a new library from the files in its folder. Returns an empty list if the folder contains no
 * media.
 */
export const likelyContents = ({ contents }: FolderContents): ReadonlyArray<Contents> => {
  const total = Object.values(contents).reduce((sum, count) => sum + count, 0)
  return contentKinds
    .map((kind) => kind.contents)
    .filter((name) => total > 0 && (contents[name] ?? 0) / total >= LEAST_SHARE)
}

/** Returns the last part of a path. */
export const folderName = (path: string): string =>
  path
    .split(/[/\\]+/)
    .filter(Boolean)
    .at(-1) ?? ""
