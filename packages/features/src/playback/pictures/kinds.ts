import type { ItemKind } from "../../ItemKind.ts"

/** The kinds whose items get an automatic picture. A new kind needs a function in `make.ts`. */
export const picturedKinds: ReadonlyArray<ItemKind> = ["video", "image", "track", "book"]

/** The kinds that can have a backdrop and a logo. */
export const roleKinds: ReadonlyArray<ItemKind> = ["video", "series"]

/**
 * Kinds of groups whose picture is a file next to their videos. Without such a file, a group shows the picture of its
 * first item.
 */
export const artworkKinds: ReadonlyArray<ItemKind> = ["series", "season"]
