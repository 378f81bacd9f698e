import type { ItemKind } from "../../ItemKind.ts"

/** Kinds whose items get an automatic picture; a new kind needs a function in `make.ts`. */
export const picturedKinds: ReadonlyArray<ItemKind> = ["video", "image", "track", "book"]

/** Kinds that may have a backdrop and a logo. */
export const roleKinds: ReadonlyArray<ItemKind> = ["video", "series"]

/** Groups that show the picture next to their videos. Without one, they show the picture of their first item. */
export const artworkKinds: ReadonlyArray<ItemKind> = ["series", "season"]
