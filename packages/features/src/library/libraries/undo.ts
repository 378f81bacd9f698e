import { eventUndo } from "../../EventUndo.ts"
import { libraryDecider, type VideosAs, type WriteNfo } from "./decider.ts"
import type { LibraryEvent } from "./events.ts"

/**
 * Undoes changes to a library's name and settings. Changes to its folders and contents cannot be undone, because the
 * folders and contents determine which items exist. Users must change them back in the library dialog.
 */
export const libraryUndo = eventUndo<typeof libraryDecider.initial, LibraryEvent>({
  target: "library",
  rule: {
    ...libraryDecider,
    parts: {
      "library.renamed.v1": () => ["name"],
      "library.nsfw-changed.v1": () => ["isNsfw"],
      "library.videos-as-changed.v1": () => ["videosAs"],
      "library.write-nfo-changed.v1": () => ["writeNfo"],
      "library.nfo-watched-changed.v1": () => ["nfoWatchedAccountId"]
    },
    read: (state, part) => {
      if (!state.exists) return null
      if (part === "name") return state.name
      if (part === "writeNfo") return state.writeNfo ?? "off"
      if (part === "nfoWatchedAccountId") return state.nfoWatchedAccountId ?? null
      return part === "isNsfw" ? state.isNsfw : (state.videosAs ?? "mixed")
    },
    write: (values, state) =>
      !state.exists
        ? []
        : [...values].map(([part, value]): LibraryEvent => {
            if (part === "name") return { _tag: "library.renamed.v1", name: String(value) }
            if (part === "writeNfo")
              return { _tag: "library.write-nfo-changed.v1", writeNfo: value as WriteNfo }
            if (part === "nfoWatchedAccountId")
              return { _tag: "library.nfo-watched-changed.v1", accountId: value as string | null }
            return part === "isNsfw"
              ? { _tag: "library.nsfw-changed.v1", isNsfw: value === true }
              : { _tag: "library.videos-as-changed.v1", videosAs: value as VideosAs }
          })
  }
})
