import type { ItemKind } from "../../ItemKind.ts"

/** Kinds whose items get a picture by themselves; a further one comes with its way in `make.ts`. */
export const picturedKinds: ReadonlyArray<ItemKind> = ["video", "image", "track", "book"]
