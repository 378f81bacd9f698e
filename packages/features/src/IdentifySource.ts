import type { SqlError } from "@effect/sql/SqlError"
import type { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import type { JobContext } from "@media/jobs/JobContext"
import type { Json } from "@media/kernel/Json"
import type { Scraped } from "@media/scrapers/mapped/Scraped"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EntityKind } from "./EntityKind.ts"
import { ItemKind } from "./ItemKind.ts"

export const SourceKind = Schema.Literal("scraper", "stashbox", "plugin", "nfo")
export type SourceKind = typeof SourceKind.Type

export const MatchType = Schema.Literal("id", "fingerprint", "url", "title", "name")
export type MatchType = typeof MatchType.Type

/** The kinds of items and entities that a proposal can be for. */
export const TargetKind = Schema.Union(ItemKind, EntityKind).annotations({ identifier: "ProposalTargetKind" })
export type TargetKind = typeof TargetKind.Type

export interface FoundImage {
  readonly kind: "poster" | "backdrop" | "logo" | "thumb"
  readonly url: string
  readonly width?: number
  readonly height?: number
}

/** One result of a source. The fields have the names of the scraper format. */
export interface IdentifyResult {
  /** The action that found the result, such as `sceneByFragment`. */
  readonly action: string
  readonly matchType: MatchType
  /** Confidence in percent, from 0 to 100. */
  readonly confidence: number
  readonly url?: string
  readonly scraped: Scraped
  /** The key under which `externalIds` stores the ids of this source. The default is the name of the source. */
  readonly idName?: string
  /** Pictures with known sizes, in addition to the pictures in `scraped`. */
  readonly images?: ReadonlyArray<FoundImage>
}

export type IdentifyOutcome =
  | { readonly _tag: "found"; readonly results: ReadonlyArray<IdentifyResult> }
  | { readonly _tag: "none" }
  /** `reason` is a message for users. */
  | { readonly _tag: "failed"; readonly reason: string }

export interface IdentifyTarget {
  readonly kind: TargetKind
  readonly id: string
}

/** One installed scraper, endpoint or plugin. */
export interface IdentifyChoice {
  readonly id: string
  readonly name: string
  /** The kinds of items and entities that the choice can identify. */
  readonly targets: ReadonlyArray<TargetKind>
  /** The reason why the choice cannot be used at the moment, as a message for users. */
  readonly problem?: string
}

/**
 * A kind of metadata source. A slice registers it in `identifySources` of its manifest. A request selects one of its
 * choices with `{kind, id}`.
 */
export interface IdentifySource<E = unknown, R = unknown> {
  readonly kind: SourceKind
  readonly choices: Effect.Effect<ReadonlyArray<IdentifyChoice>, E, R>
  /**
   * Returns one outcome per target, in the order of the targets. Accepts at most 40 targets. An error fails all
   * targets.
   */
  readonly identify: (
    choiceId: string,
    targets: ReadonlyArray<IdentifyTarget>
  ) => Effect.Effect<ReadonlyArray<IdentifyOutcome>, E, R>
  /**
   * Sends pending data of a choice, such as fingerprints, to the source. Runs in a job of the queue metadata-import.
   */
  readonly deliver?: (
    choiceId: string,
    context: Pick<JobContext, "jobRunId" | "progress">
  ) => Effect.Effect<Json, RetryableFailure | PermanentFailure | SqlError, R>
}

/** Returns the source unchanged, but keeps its error and service types. */
export const identifySource = <E, R>(source: IdentifySource<E, R>): IdentifySource<E, R> => source

export type IdentifyNeeds<S> = S extends IdentifySource<infer _E, infer R> ? R : never
