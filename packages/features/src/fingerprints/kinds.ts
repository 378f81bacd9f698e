import type { ItemKind } from "../items/kinds.ts"

/** Kinds whose files are hashed, each by a queue of its own; all of them by the same processor. */
export const fingerprintedKinds = ["video", "image"] as const satisfies ReadonlyArray<ItemKind>
export type FingerprintedKind = (typeof fingerprintedKinds)[number]

export const isFingerprinted = (kind: string): kind is FingerprintedKind =>
  fingerprintedKinds.some((each) => each === kind)

/** Kinds that have a perceptual hash; a further one comes with its way in `look.ts`. */
export const phashedKinds: ReadonlyArray<FingerprintedKind> = fingerprintedKinds
