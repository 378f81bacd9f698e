import { roles } from "@media/api/emit/registries/Roles"
import { sources } from "./sources.ts"

const base = "packages/features/src/"

/** Roles of another slice that any slice may import: names, values and pure functions, never its reads or writers. */
export const openRoles = new Set(Object.keys(roles).filter((role) => roles[role]?.isOpen === true))

/**
 * The tiers, lowest first; each is a folder. A slice may import slices of lower tiers, and open files of other slices
 * in its tier.
 */
export const tiers = [
  "platform",
  "identity",
  "catalog",
  "library",
  "media",
  "playback",
  "reading",
  "app",
  "metadata"
]

/** `media` of `packages/features/src/media/videos/queries.ts`. */
const tierIn = (path: string): string => path.slice(base.length).split("/")[0] ?? ""

const folders = new Map(
  sources.flatMap(({ path }) => {
    const slice = sliceOf(path)
    return slice === undefined ? [] : [[slice, tierIn(path)] as const]
  })
)

/** The rank of the slice's tier; -1 for another folder. */
export const tierOf = (slice: string): number => tiers.indexOf(folders.get(slice) ?? "")

export const folderOf = (slice: string): string => `${base}${folders.get(slice)}/${slice}`

/**
 * Imports that the tiers forbid, each with the reason for allowing it. At most 40; remove entries that are no longer
 * needed.
 */
export const exceptions: Readonly<Record<string, string>> = {}

/** `videos` for `packages/features/src/media/videos/queries.ts`; undefined for files outside of slices. */
export function sliceOf(path: string): string | undefined {
  const [tier, slice, ...rest] = path.startsWith(base) ? path.slice(base.length).split("/") : []
  return rest.length === 0 || tier === "generated" ? undefined : slice
}

/** `queries` for the same path; the folder's name for a file in a subfolder. */
export const roleOf = (path: string): string =>
  (path.slice(base.length).split("/")[2] ?? "").replace(/(\.(pg|media))?(\.test)?\.ts$/, "")
