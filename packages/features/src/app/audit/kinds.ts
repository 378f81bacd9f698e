/** What people filter by. `files` is what the server found and made by itself, thousands at a time. */
export const auditKinds = ["people", "sign-ins", "libraries", "items", "settings", "files", "other"] as const
export type AuditKind = (typeof auditKinds)[number]

/** Shown unless asked for otherwise. */
export const usualKinds: ReadonlyArray<AuditKind> = auditKinds.filter((kind) => kind !== "files")

const byStream: Readonly<Record<string, AuditKind>> = {
  account: "people",
  "sign-in": "sign-ins",
  library: "libraries",
  item: "files",
  video: "files",
  image: "files",
  audio: "files",
  album: "files",
  book: "files",
  gallery: "files",
  group: "items",
  picture: "files",
  preview: "files",
  duplicate: "items",
  marker: "items",
  subtitle: "files",
  settings: "settings",
  gate: "settings",
  cache: "settings"
}

/** Of these the stream is an item, whose name is told to those who see it. */
export const itemStreams: ReadonlyArray<string> = [
  ...["item", "video", "image", "audio", "album", "book", "gallery", "group"],
  ...["picture", "preview", "marker", "subtitle"]
]

/** Of streams that the server fills by itself, what someone asked for. */
const asked: Readonly<Record<string, AuditKind>> = {
  "item.edited.v1": "items",
  "item.probe-requested.v1": "items",
  "item.trashed.v1": "items",
  "item.restored.v1": "items",
  "item.purged.v1": "items",
  "picture.chosen.v1": "items",
  "picture.reset.v1": "items",
  "subtitle.uploaded.v1": "items",
  "subtitle.labeled.v1": "items",
  "subtitle.removed.v1": "items",
  "library.items-forgotten.v1": "files"
}

/** Of one account alone. */
const ownersAlone = new Set(["user-item", "bookmark", "view"])

/** Undefined for what no one but its owner is told: ratings, favorites, what was watched, bookmarks. */
export const kindOf = (type: string): AuditKind | undefined => {
  const stream = type.slice(0, type.indexOf("."))
  return ownersAlone.has(stream) ? undefined : (asked[type] ?? byStream[stream] ?? "other")
}

/** The same in SQL. Kinds and streams are names of our own, so they can be written out. */
export const kindExpression = (type: string): string => {
  const cases = (map: Readonly<Record<string, AuditKind>>) =>
    Object.entries(map)
      .map(([name, kind]) => `when '${name}' then '${kind}'`)
      .join(" ")
  return `coalesce(case ${type} ${cases(asked)} end, case split_part(${type}, '.', 1) ${cases(byStream)} else 'other' end)`
}

/** Without an actor because no one was signed in; what else has none the server did by itself. */
export const isOfStrangers = (type: string): boolean => type === "sign-in.failed.v1"
