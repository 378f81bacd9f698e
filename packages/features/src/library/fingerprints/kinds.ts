import type { ItemKind } from "../../ItemKind.ts"

/** Item kinds whose files are hashed. Each kind has its own queue, but all queues share one processor. */
export const fingerprintedKinds = ["video", "image", "track"] as const satisfies ReadonlyArray<ItemKind>
export type FingerprintedKind = (typeof fingerprintedKinds)[number]

export const isFingerprinted = (kind: string): kind is FingerprintedKind =>
  fingerprintedKinds.some((each) => each === kind)

/** Item kinds that have a perceptual hash. To add a kind, implement its hash in `look.ts`. */
const phashed = ["video", "image"] as const satisfies ReadonlyArray<FingerprintedKind>
export type PhashedKind = (typeof phashed)[number]
export const phashedKinds: ReadonlyArray<FingerprintedKind> = phashed

export const isPhashed = (kind: FingerprintedKind): kind is PhashedKind => phashedKinds.includes(kind)
