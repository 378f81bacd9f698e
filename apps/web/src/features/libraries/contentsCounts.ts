import type { FolderContents } from "@media/features/library/libraries/contract"
import { contentKinds, type Contents } from "@/features/items/kinds/kinds"
import { plural } from "@/lib/format"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

/** "128 videos, 3 images in 14 folders": the contents of a folder. */
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
 * A fifth of all files: covers next to albums do not make an image library, while a mixed folder has both contents.
 */
const LEAST_SHARE = 0.2

/** Guesses the contents of a library from its folder; empty if nothing was found. */
export const likelyContents = ({ contents }: FolderContents): ReadonlyArray<Contents> => {
  const total = Object.values(contents).reduce((sum, count) => sum + count, 0)
  return contentKinds
    .map((kind) => kind.contents)
    .filter((name) => total > 0 && (contents[name] ?? 0) / total >= LEAST_SHARE)
}

/** The last part of a path: the name of the folder. */
export const folderName = (path: string): string =>
  path
    .split(/[/\\]+/)
    .filter(Boolean)
    .at(-1) ?? ""
