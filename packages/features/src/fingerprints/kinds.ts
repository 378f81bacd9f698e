import type { ItemKind } from "../items/kinds.ts"

/** Kinds whose files are hashed by the queue `fingerprint`; further ones have queues of their own, and the same processor. */
export const fingerprintedKinds: ReadonlyArray<ItemKind> = ["video"]

/** Kinds that have a perceptual hash; a further one comes with its way in `processor.ts`. */
export const phashedKinds: ReadonlyArray<ItemKind> = ["video"]
