import { filesBelow, read } from "./sources.ts"

const base = "packages/features/src/"

/** The fixed roles of a slice's files; docs/slices.md says what each holds. */
export const roles = new Set([
  "ids",
  "events",
  "decider",
  "policy",
  "queue",
  "processor",
  "commands",
  "projection",
  "queries",
  "contract",
  "http",
  "raw",
  "errors"
])

/** Files beyond the roles: one concept each, and what it is. A new one is entered here and in docs/slices.md. */
export const concepts: Readonly<Record<string, string>> = {
  "accounts/attemptQueue": "whose attempt to sign in is next",
  "accounts/passwords": "argon2id",
  "accounts/sessions": "device sessions: the plain table behind every request",
  "accounts/throttle": "login failures and the lock they lead to",
  "accounts/username": "how usernames are compared",
  "libraries/files": "what the scanner decided of each file",
  "libraries/folders": "folders that can be roots",
  "libraries/mounts": "where a folder lies beneath the mounts",
  "libraries/places": "where libraries may not lie, and where those of members may",
  "operations/live-protocol": "the messages of GET /api/live",
  "operations/runQueue": 'what "run" means for each queue',
  "playback/hlsSource": "the probed file behind a stream",
  "scan/DisplayPath": "the bytes of a path as text, and back",
  "scan/ingest": "verdicts, moves, and the events and records that follow",
  "scan/RootScan": "one scan of one root",
  "scan/ScanTally": "how a scan went, in files",
  "scan/walk": "the folders of a root, one after the other",
  "system/SystemInfo": "what the process knows of itself",
  "videos/backlog": "videos that lack a queue's product",
  "videos/directPlay": "what a browser needs to know to play the original",
  "videos/restamp": "a file that is another one than the scan met",
  "videos/source": "a video's file for those who open it",
  "videos/title": "titles from file names",
  "videos/unattended": "videos without a job on their way to being examined",
  "videos/unsettled": "files that may still be written to",
  "videos/upkeep": "what a worker does for videos beside its jobs",
  "viewing/stream": "the id of an account's stream for a video",
  "visibility/Visibility": "the one predicate of what an account may see"
}

/** Roles of another slice that any slice may import: names, values and pure functions, never its reads or writers. */
export const openRoles = new Set(["ids", "events", "queue", "policy", "contract", "errors"])

/** Other cross-slice imports, each with the reason it is there. */
export const crossings: Readonly<Record<string, string>> = {
  "* -> visibility/Visibility": "the predicate belongs to every query",
  "* -> videos/source": "playback and pictures open the same file by the same rule",
  "* -> videos/title": "the scan names what it registers",
  "* -> viewing/stream": "the stream's name, not its rules",
  "libraries/commands -> accounts/decider":
    "a member who makes a library is granted it in the same transaction",
  "videos/commands -> viewing/decider":
    "one PATCH edits the video and the caller's rating in one transaction",
  "playback/processor -> videos/decider": "a conversion that failed for good is a fact about the video",
  "operations/http -> videos/unattended": "a cancelled examination is told of its video at once",
  "operations/http -> videos/queries": "rebuilding a preview needs the video to be visible",
  "operations/runQueue -> libraries/commands": "running the scan queue is scanning every root",
  "scan/processor -> libraries/places": "where a scan may not go is where no root may lie",
  "scan/processor -> videos/backlog": "a scan sees that a file may be opened by now",
  "operations/runQueue -> videos/backlog": "running a queue is queueing what lacks its product"
}

/** `videos` of `packages/features/src/videos/queries.ts`; undefined for the registries beside the slices. */
export const sliceOf = (path: string): string | undefined =>
  path.startsWith(base) && path.slice(base.length).includes("/")
    ? path.slice(base.length).split("/")[0]
    : undefined

/** `queries` of the same path; the folder's name for a file in a folder of its own. */
export const roleOf = (path: string): string =>
  (path.slice(base.length).split("/")[1] ?? "").replace(/(\.(pg|media))?(\.test)?\.ts$/, "")

export const sliceNames: ReadonlyArray<string> = [
  ...new Set(filesBelow("packages/features/src").flatMap((path) => sliceOf(path) ?? []))
].sort()

export const hasRole = (slice: string, role: string): boolean =>
  filesBelow(`packages/features/src/${slice}`).includes(`${base}${slice}/${role}.ts`)

export const readRole = (slice: string, role: string): string => read(`${base}${slice}/${role}.ts`)
