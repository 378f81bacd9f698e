import { roles } from "@media/api/emit/registries/Roles"

const base = "packages/features/src/"

/** Roles of another slice that any slice may import: names, values and pure functions, never its reads or writers. */
export const openRoles = new Set(Object.keys(roles).filter((role) => roles[role]?.isOpen === true))

/** Other cross-slice imports, each with the reason it is there. */
export const crossings: Readonly<Record<string, string>> = {
  "* -> access/Access": "who may do what is said in one place",
  "* -> visibility/Visibility": "the predicate belongs to every query",
  "* -> videos/source": "playback and pictures open the same file by the same rule",
  "* -> items/kinds": "kinds are named by all who tell items apart",
  "* -> items/fileState": "every kind's decider knows its file by the same rule",
  "* -> items/source": "every kind opens its file by the same rule",
  "* -> items/queries": "a kind lists and shows its rows by the queries of all items",
  "* -> items/commands": "a kind edits its rows by the commands of all items",
  "* -> items/decider": "what is found out about a file is decided by the rules of all items",
  "* -> items/http": "a kind's routes are the routes of all items",
  "* -> items/plainReads": "a kind with nothing of its own reads what all items have",
  "* -> items/original": "a kind serves its bytes by the rule of all items",
  "* -> items/title": "the scan names what it registers",
  "* -> user-items/stream": "the stream's name, not its rules",
  "libraries/commands -> accounts/decider":
    "a member who makes a library is granted it in the same transaction",
  "items/commands -> user-items/decider":
    "one PATCH edits the item and the caller's rating in one transaction",
  "playback/processor -> videos/decider": "a conversion that failed for good is a fact about the video",
  "operations/http -> videos/unattended": "a cancelled examination is told of its video at once",
  "operations/http -> videos/queries": "rebuilding a preview needs the video to be visible",
  "scan/processor -> libraries/places": "where a scan may not go is where no root may lie",
  "scan/processor -> videos/backlog": "a scan sees that a file may be opened by now",
  "playback/backlog -> videos/backlog": "what can be played is for the videos to tell"
}

/** `videos` of `packages/features/src/videos/queries.ts`; undefined for what lies beside the slices. */
export const sliceOf = (path: string): string | undefined => {
  const [slice, ...rest] = path.startsWith(base) ? path.slice(base.length).split("/") : []
  return rest.length === 0 || slice === "generated" ? undefined : slice
}

/** `queries` of the same path; the folder's name for a file in a folder of its own. */
export const roleOf = (path: string): string =>
  (path.slice(base.length).split("/")[1] ?? "").replace(/(\.(pg|media))?(\.test)?\.ts$/, "")
