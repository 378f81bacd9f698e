import type { ItemKind } from "../../ItemKind.ts"

/** Kinds whose files are hashed, each in its own queue, all by the same processor. */
export const fingerprintedKinds = ["video", "image", "track"] as const satisfies ReadonlyArray<ItemKind>
export type FingerprintedKind = (typeof fingerprintedKinds)[number]

export const isFingerprinted = (kind: string): kind is FingerprintedKind =>
  fingerprintedKinds.some((each) => each === kind)

/** Kinds that have a perceptual hash. A further kind needs its own method in `look.ts`. */
const phashed = ["video", "image"] as const satisfies ReadonlyArray<FingerprintedKind>
export type PhashedKind = (typeof phashed)[number]
export const phashedKinds: ReadonlyArray<FingerprintedKind> = phashed

export const isPhashed = (kind: FingerprintedKind): kind is PhashedKind => phashedKinds.includes(kind)
