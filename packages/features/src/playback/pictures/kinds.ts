import type { ItemKind } from "../../ItemKind.ts"

/** Kinds whose items get an automatic picture; a new kind needs a function in `make.ts`. */
export const picturedKinds: ReadonlyArray<ItemKind> = ["video", "image", "track", "book"]
