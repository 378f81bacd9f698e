import type { BoxScene } from "@media/scrapers/stashbox/shapes"
import * as Effect from "effect/Effect"
import type { IdentifyResult } from "../../IdentifySource.ts"
import type { OpenBox } from "./box.ts"
import { fingerprintEvidence, titleConfidence } from "./confidence.ts"
import { imagesOf, pageOf, scrapedScene } from "./scraped.ts"
import type { Subject } from "./subjects.ts"

/**
 * The minimum confidence for a match by title. Less similar titles are ignored, because the search of a large stash-box
 * returns some scene for every title.
 */
const LEAST_BY_TITLE = 30

type Hit = Pick<IdentifyResult, "action" | "matchType" | "confidence"> & { readonly scene: BoxScene }

const byFingerprints = (subject: Subject, scenes: ReadonlyArray<BoxScene>): ReadonlyArray<Hit> =>
  scenes.flatMap((scene) => {
    const found = fingerprintEvidence(subject.fingerprints, subject.duration, scene)
    return found === undefined
      ? []
      : [
          {
            action: "findScenesBySceneFingerprints",
            matchType: "fingerprint" as const,
            confidence: found.confidence,
            scene
          }
        ]
  })

const byId = ({ box }: OpenBox, { remoteId }: Subject) =>
  remoteId === undefined
    ? Effect.succeed([])
    : Effect.map(box.findScene(remoteId), (scene): ReadonlyArray<Hit> =>
        scene === undefined ? [] : [{ action: "findScene", matchType: "id", confidence: 100, scene }]
      )

const byTitle = ({ box }: OpenBox, { term, title }: Subject) =>
  term.trim() === ""
    ? Effect.succeed([])
    : Effect.map(box.searchScenes(term), (scenes) =>
        scenes
          .map((scene): Hit => ({
            action: "searchScenes",
            matchType: "title",
            confidence: titleConfidence(title, scene),
            scene
          }))
          .filter(({ confidence }) => confidence >= LEAST_BY_TITLE)
      )

const once = (hits: ReadonlyArray<Hit>): ReadonlyArray<Hit> => {
  const best = new Map<string, Hit>()
  for (const hit of hits) {
    const other = best.get(hit.scene.id)
    if (other === undefined || other.confidence < hit.confidence) best.set(hit.scene.id, hit)
  }
  return [...best.values()].sort((a, b) => b.confidence - a.confidence)
}

const toResult = ({ endpoint }: OpenBox, { scene, ...hit }: Hit): IdentifyResult => ({
  ...hit,
  url: pageOf(endpoint.url, "scenes", scene.id),
  idName: endpoint.idName,
  scraped: scrapedScene(scene),
  images: imagesOf(scene.images)
})

/**
 * Returns the possible scenes of each item, most likely first. Looks up the fingerprints of all items together, then
 * known ids, and only then titles. An item with several possible scenes gets several results, and the reviewer chooses
 * one.
 */
export const identifyItems = Effect.fn("stashbox.identifyItems")(function* (
  open: OpenBox,
  subjects: ReadonlyArray<Subject>
) {
  const scenes = yield* open.box.findByFingerprints(subjects.map(({ fingerprints }) => fingerprints))
  return yield* Effect.forEach(subjects, (subject, at) =>
    Effect.gen(function* () {
      let hits = byFingerprints(subject, scenes[at]!)
      if (hits.length === 0) hits = yield* byId(open, subject)
      if (hits.length === 0) hits = yield* byTitle(open, subject)
      return once(hits).map((hit) => toResult(open, hit))
    }).pipe(Effect.either)
  )
})
