import { roles } from "@media/api/emit/registries/Roles"

const base = "packages/features/src/"

/** Roles of another slice that any slice may import: names, values and pure functions, never its reads or writers. */
export const openRoles = new Set(Object.keys(roles).filter((role) => roles[role]?.isOpen === true))

/** Other cross-slice imports, each with the reason it is there. */
export const crossings: Readonly<Record<string, string>> = {
  "* -> access/Access": "who may do what is said in one place",
  "* -> visibility/Visibility": "the predicate belongs to every query",
  "* -> videos/source": "playback and pictures open the same file by the same rule",
  "pictures/make -> audio/cover": "the cover of a track is found by what knows tracks",
  "pictures/processor -> images/commands": "an image is examined by the job that makes its picture",
  "videos/queries -> subtitles/queries": "a video is shown with its subtitles",
  "* -> items/kinds": "kinds are named by all who tell items apart",
  "* -> items/fileState": "every kind's decider knows its file by the same rule",
  "* -> items/source": "every kind opens its file by the same rule",
  "* -> items/queries": "a kind lists and shows its rows by the queries of all items",
  "* -> items/commands": "a kind edits its rows by the commands of all items",
  "* -> items/decider": "what is found out about a file is decided by the rules of all items",
  "* -> items/http": "a kind's routes are the routes of all items",
  "* -> items/plainReads": "a kind with nothing of its own reads what all items have",
  "galleries/http -> images/queries": "images of a gallery are listed as everywhere",
  "* -> items/groupFields": "groups of every kind are told alike",
  "* -> items/groupReads": "a kind that groups others lists and shows them by the queries of all groups",
  "* -> items/entrySource": "an image in an archive is read by one rule",
  "images/raw -> books/pages": "an image of an archive is sent as a page of a comic is",
  "galleries/folders -> scan/DisplayPath": "names of folders are shown as the scan shows them",
  "* -> items/original": "a kind serves its bytes by the rule of all items",
  "bulk/queries -> items/matching": "all that a list shows is what its filter matches",
  "bulk/commands -> user-items/commands": "what is marked watched is not in progress, one or many",
  "bulk/commands -> user-items/decider": "what a person thinks of many items is decided as of one",
  "* -> trash/commands": "what is removed goes to the trash in one way, one or many",
  "libraries/processor -> trash/settle":
    "what the trash has begun with files is ended by the job that tidies libraries",
  "storage/sweep -> items/existing": "a folder for each item goes when its item goes",
  "libraries/processor -> storage/tidy": "generated files are looked after by the job that tidies libraries",
  "libraries/processor -> storage/clear": "generated files are deleted by the job that tidies libraries",
  "previews/clip -> storage/served": "what lies beside the media is not made again",
  "previews/trickplay -> storage/served": "what lies beside the media is not made again",
  "previews/serve -> storage/served": "sheets and clips may lie beside their media",
  "pictures/serve -> storage/served": "a picture may lie beside its media",
  "storage/tidy -> settings/queries": "generated files lie where the settings want them",
  "storage/upkeep -> settings/queries": "generated files lie where the settings want them",
  "trash/commands -> scan/ingest": "what is removed holds the lock of its root, as a scan does",
  "trash/removal -> scan/ingest": "a file is known by the hash of its path",
  "trash/settle -> scan/ingest": "what comes back holds the lock of its root, as a scan does",
  "trash/commands -> scan/walk": "calls of the file system are bounded as those of a scan",
  "trash/disk -> scan/walk": "calls of the file system are bounded as those of a scan",
  "trash/removal -> scan/walk": "calls of the file system are bounded as those of a scan",
  "trash/settle -> scan/walk": "calls of the file system are bounded as those of a scan",
  "trash/queries -> scan/DisplayPath": "names of files are shown as the scan shows them",
  "uploads/register -> scan/ingest": "what is sent becomes an item as if a scan had met it",
  "uploads/register -> scan/ScanTally": "what is sent becomes an item as if a scan had met it",
  "uploads/target -> scan/ingest": "what a library takes is judged by the rules of a scan",
  "uploads/names -> scan/walk": "no file is put where scans do not look",
  "uploads/upkeep -> scan/walk": "calls of the file system are bounded as those of a scan",
  "uploads/receive -> libraries/places": "the server's own folders are named in one place",
  "uploads/upkeep -> libraries/places": "the server's own folders are named in one place",
  "uploads/galleryFolder -> galleries/queries": "who may send to a gallery sees it as its page does",
  "uploads/raw -> images/queries": "what was sent is answered as its page shows it",
  "uploads/raw -> videos/queries": "what was sent is answered as its page shows it",
  "opds/books -> books/queries": "a catalog lists books as their pages do",
  "opds/books -> books/raw": "what a book's file is, is said in one place",
  "opds/catalog -> books/shelves": "series and authors are those of the pages of books",
  "opds/catalog -> libraries/queries": "a library is visible in a catalog to whom it is visible elsewhere",
  "opds/feeds -> books/contract": "entries are made of books as the API has them",
  "opds/raw -> books/pages": "pages of comics come from one place",
  "opds/raw -> pictures/queries": "covers are the pictures of items",
  "opds/raw -> pictures/serve": "covers are the pictures of items",
  "books/http -> user-items/commands": "a reader says more of its place than a player",
  "books/http -> user-items/queries": "the place in a book is one, whoever asks",
  "opds/raw -> user-items/commands": "a page that was streamed was read, as if the web reader said so",
  "* -> items/title": "the scan names what it registers",
  "videos/kind -> items/releaseName": "videos come with the names that releases give them",
  "* -> user-items/stream": "the stream's name, not its rules",
  "libraries/commands -> accounts/decider":
    "a member who makes a library is granted it in the same transaction",
  "items/commands -> user-items/commands":
    "one PATCH edits the item and the caller's rating in one transaction",
  "home/queries -> user-items/mine": "home shows what is its reader's own",
  "operations/http -> home/queries": "what failed is news until its reader has reviewed it, here as at home",
  "items/matching -> user-items/mine": "many are changed by the filter of a list, which may be of one's own",
  "items/page -> user-items/mine": "a list is filtered by what is its reader's own",
  "items/http -> user-items/commands": "the routes of what is a person's are those of the item",
  "items/queries -> user-items/queries": "each row says what its reader thinks of it and did with it",
  "duplicates/merge -> user-items/decider":
    "what accounts thought of the others they think of the one that is kept",
  "duplicates/merge -> user-items/adopt":
    "where accounts stand in the others they stand in the one that is kept",
  "fingerprints/processor -> settings/queries": "how a video looks is hashed where the settings ask for it",
  "fingerprints/backlog -> settings/queries": "what is lacking is what the settings ask for",
  "users/commands -> accounts/administrators": "one lock for all who change who administers",
  "users/commands -> accounts/commands": "an account is made, and its password stored, in one way",
  "users/commands -> accounts/decider": "what happens to an account is decided by its own rules",
  "users/commands -> accounts/otherSessions":
    "whose rights or password are taken is signed out as by their own hand",
  "users/commands -> accounts/passwords": "one way to hash",
  "users/queries -> accounts/queries": "an account is shown to administrators as to itself",
  "users/http -> accounts/queries": "an account is shown to administrators as to itself",
  "users/http -> accounts/sessions": "sessions are listed and ended as by their owner",
  "accounts/queries -> ui-prefs/queries": "a client starts with one answer, its reader's views included",
  "accounts/queries -> settings/queries": "a client starts with one answer, settings included",
  "playback/hardware -> settings/queries": "the setting of the encoder counts at each start of a conversion",
  "secrets/vault -> system/StandingWarnings": "a secret that cannot be used is told to administrators",
  "system/status -> secrets/sealedValues": "what has to be entered again is told to administrators",
  "accounts/recovery -> system/StandingWarnings": "a password set from outside is told to administrators",
  "upgrade/plan -> accounts/username": "who comes over gets a name by the rules of accounts",
  "upgrade/commands -> accounts/decider": "who comes over is an account",
  "upgrade/commands -> accounts/commands": "their password is stored as every other",
  "upgrade/commands -> accounts/passwords": "their password is hashed as every other",
  "upgrade/commands -> accounts/sessions": "sessions that come over have the bounds of ours",
  "pictures/upkeep -> items/existing": "a folder for each item goes when its item goes",
  "playback/upkeep -> items/existing": "a folder for each item goes when its item goes",
  "previews/upkeep -> items/existing": "a folder for each item goes when its item goes",
  "videos/processor -> settings/queries": "previews that are switched off are not asked for",
  "playback/processor -> previews/make": "one queue makes what streaming needs and what shows a video",
  "playback/raw -> previews/serve": "sheets and their WebVTT are among the files below /hls/",
  "playback/backlog -> previews/backlog":
    "what the queue lacks is previews: streams are made when they are played",
  "previews/make -> settings/queries": "the settings say what is made",
  "previews/backlog -> settings/queries": "the settings say what is lacking",
  "videos/queries -> previews/shown": "a video says what there is to show of it",
  "playback/processor -> videos/decider": "a conversion that failed for good is a fact about the video",
  "operations/http -> videos/unattended": "a cancelled examination is told of its video at once",
  "operations/http -> videos/queries": "rebuilding a preview needs the video to be visible",
  "libraries/folderContents -> scan/walk": "a count leaves out the folders that a scan leaves out",
  "scan/processor -> libraries/places": "where a scan may not go is where no root may lie",
  "scan/processor -> videos/backlog": "a scan sees that a file may be opened by now",
  "lyrics/read -> subtitles/text": "the encoding of a text file is told in one way",
  "scan/processor -> subtitles/sidecars": "what lies beside a video is known when its folder was scanned",
  "subtitles/sidecars -> scan/ingest": "files beside a video are found by the scan's hash of their paths"
}

/** `videos` of `packages/features/src/videos/queries.ts`; undefined for what lies beside the slices. */
export const sliceOf = (path: string): string | undefined => {
  const [slice, ...rest] = path.startsWith(base) ? path.slice(base.length).split("/") : []
  return rest.length === 0 || slice === "generated" ? undefined : slice
}

/** `queries` of the same path; the folder's name for a file in a folder of its own. */
export const roleOf = (path: string): string =>
  (path.slice(base.length).split("/")[1] ?? "").replace(/(\.(pg|media))?(\.test)?\.ts$/, "")
