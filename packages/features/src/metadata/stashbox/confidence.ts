import { type Fingerprint, hashDistance, normalized } from "@media/scrapers/stashbox/Fingerprint"
import type { BoxScene } from "@media/scrapers/stashbox/shapes"

const PER_SECOND = 2
const LEAST_EXACT = 60
const MOST_LOOK = 95
const PER_BIT = 4
/**
 * The confidence of a match that cannot be checked: the stash-box found the scene by a fingerprint, but did not return
 * the fingerprints of the scene.
 */
const UNLISTED = 60
const LENGTHS_APART = 0.1
const BY_TITLE = 80

export interface Evidence {
  readonly algorithm: Fingerprint["algorithm"]
  /** The number of bits in which the perceptual hashes differ. Null for exact hashes. */
  readonly bits: number | null
  readonly confidence: number
}

const exact = (own: number | null, stated: number | undefined): number => {
  const apart = own === null || stated === undefined ? 0 : Math.abs(own - stated)
  return Math.max(LEAST_EXACT, Math.round(100 - PER_SECOND * Math.max(0, apart - 1)))
}

const isAsLong = (own: number | null, stated: number | undefined): boolean =>
  own === null || stated === undefined || Math.abs(own - stated) <= LENGTHS_APART * Math.max(own, stated)

const lengthOf = (own: number | undefined, scene: BoxScene): number | undefined =>
  own !== undefined && own > 0 ? own : scene.duration

/**
 * Compares one fingerprint of an item with the fingerprints of a scene. Returns the match with its confidence, or an
 * empty list if there is none. A perceptual hash does not match if the durations differ by more than 10%.
 */
const evidenceOf = (own: Fingerprint, duration: number | null, scene: BoxScene): ReadonlyArray<Evidence> => {
  const { algorithm, hash } = normalized(own)
  const listed = scene.fingerprints.filter((each) => each.algorithm === algorithm)
  if (algorithm !== "PHASH") {
    const same = listed.find((each) => normalized({ algorithm, hash: String(each.hash) }).hash === hash)
    return same === undefined
      ? []
      : [{ algorithm, bits: null, confidence: exact(duration, lengthOf(same.duration, scene)) }]
  }
  const near = listed
    .filter((each) => isAsLong(duration, lengthOf(each.duration, scene)))
    .map((each) => hashDistance(hash, String(each.hash)))
    .filter((bits) => bits !== undefined)
  if (near.length === 0) return []
  const bits = Math.min(...near)
  return [{ algorithm, bits, confidence: Math.max(0, MOST_LOOK - PER_BIT * bits) }]
}

/**
 * Returns all matches between the fingerprints of an item and a scene that the stash-box found, with the highest
 * confidence. Returns undefined if no fingerprint matches.
 */
export const fingerprintEvidence = (
  fingerprints: ReadonlyArray<Fingerprint>,
  duration: number | null,
  scene: BoxScene
): { readonly confidence: number; readonly evidence: ReadonlyArray<Evidence> } | undefined => {
  const evidence = fingerprints.flatMap((own) => evidenceOf(own, duration, scene))
  if (evidence.length > 0)
    return { confidence: Math.max(...evidence.map(({ confidence }) => confidence)), evidence }
  // Older stash-boxes do not return the fingerprints of a scene. In this case, only the durations can be compared.
  return scene.fingerprints.length === 0 && isAsLong(duration, scene.duration)
    ? { confidence: UNLISTED, evidence }
    : undefined
}

const trigrams = (text: string): ReadonlySet<string> => {
  const words = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  const all = new Set<string>()
  for (const word of words ?? []) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at += 1) all.add(padded.slice(at, at + 3))
  }
  return all
}

/** Returns the share of trigrams that two strings have in common, computed as in pg_trgm. */
export const similarity = (left: string, right: string): number => {
  const [a, b] = [trigrams(left), trigrams(right)]
  const shared = [...a].filter((each) => b.has(each)).length
  return a.size + b.size === 0 ? 0 : shared / (a.size + b.size - shared)
}

export const titleConfidence = (own: string, scene: BoxScene): number =>
  Math.round(BY_TITLE * similarity(own, scene.title ?? ""))
