import { roles } from "@media/api/emit/registries/Roles"
import { sources } from "./sources.ts"

const base = "packages/features/src/"

/**
 * Roles of files that a slice may import from any other slice. Such files contain names, values and pure functions, but
 * no reads or writes.
 */
export const openRoles = new Set(Object.keys(roles).filter((role) => roles[role]?.isOpen === true))

/**
 * The tiers in ascending order. Each tier is a folder. A slice may import slices of lower tiers, and open files of
 * other slices in its own tier.
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

/** Returns the tier of a file: `media` for `packages/features/src/media/videos/queries.ts`. */
const tierIn = (path: string): string => path.slice(base.length).split("/")[0] ?? ""

const folders = new Map(
  sources.flatMap(({ path }) => {
    const slice = sliceOf(path)
    return slice === undefined ? [] : [[slice, tierIn(path)] as const]
  })
)

/** Returns the rank of the slice's tier, or -1 for a folder that is not a slice. */
export const tierOf = (slice: string): number => tiers.indexOf(folders.get(slice) ?? "")

export const folderOf = (slice: string): string => `${base}${folders.get(slice)}/${slice}`

/**
 * Imports that violate the tiers, with the reason why each is allowed. At most 40 entries are allowed, and entries that
 * are no longer needed must be removed.
 */
export const exceptions: Readonly<Record<string, string>> = {}

/**
 * Returns the slice of a file: `videos` for `packages/features/src/media/videos/queries.ts`. Returns undefined for
 * files outside of slices.
 */
export function sliceOf(path: string): string | undefined {
  const [tier, slice, ...rest] = path.startsWith(base) ? path.slice(base.length).split("/") : []
  return rest.length === 0 || tier === "generated" ? undefined : slice
}

/**
 * Returns the role of a file: `queries` for `packages/features/src/media/videos/queries.ts`. Returns the name of the
 * folder for a file in a subfolder.
 */
export const roleOf = (path: string): string =>
  (path.slice(base.length).split("/")[2] ?? "").replace(/(\.(pg|media))?(\.test)?\.ts$/, "")
