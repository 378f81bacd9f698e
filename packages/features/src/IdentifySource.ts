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

/** The kinds of items and entities for which metadata can be proposed. */
export const TargetKind = Schema.Union(ItemKind, EntityKind).annotations({ identifier: "ProposalTargetKind" })
export type TargetKind = typeof TargetKind.Type

export interface FoundImage {
  readonly kind: "poster" | "backdrop" | "logo" | "thumb"
  readonly url: string
  readonly width?: number
  readonly height?: number
}

/**
 * A result that a metadata source found for an item or entity. Most of its data is in `scraped`, whose fields have the
 * names of the scraper format.
 */
export interface IdentifyResult {
  /** The action of the scraper format that found the result, such as `sceneByFragment`. */
  readonly action: string
  readonly matchType: MatchType
  /** Confidence in percent, from 0 to 100. */
  readonly confidence: number
  readonly url?: string
  readonly scraped: Scraped
  /** The key under which ids of this source are stored in `externalIds`. The default is the name of the source. */
  readonly idName?: string
  /** Images whose sizes are known, in addition to those in `scraped`. */
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

/** An installed scraper, a configured endpoint, or a plugin from which metadata can be requested. */
export interface IdentifyChoice {
  readonly id: string
  readonly name: string
  /** The kinds of items and entities for which this choice can find metadata. */
  readonly targets: ReadonlyArray<TargetKind>
  /** A message for users that explains why this choice cannot be used at the moment. Undefined if it can be used. */
  readonly problem?: string
}

/**
 * A kind of metadata source, such as scrapers. It offers several choices, such as the installed scrapers, and a request
 * selects one with `{kind, id}`. Slices register sources in `identifySources` of their manifest.
 */
export interface IdentifySource<E = unknown, R = unknown> {
  readonly kind: SourceKind
  readonly choices: Effect.Effect<ReadonlyArray<IdentifyChoice>, E, R>
  /**
   * Looks up metadata for at most 40 targets. Returns one outcome per target, in the same order. If the effect fails,
   * there is no outcome for any target.
   */
  readonly identify: (
    choiceId: string,
    targets: ReadonlyArray<IdentifyTarget>
  ) => Effect.Effect<ReadonlyArray<IdentifyOutcome>, E, R>
  /**
   * Sends data that is waiting to be submitted, such as fingerprints, to the source. Runs in a job of the queue
   * `metadata-import`.
   */
  readonly deliver?: (
    choiceId: string,
    context: Pick<JobContext, "jobRunId" | "progress">
  ) => Effect.Effect<Json, RetryableFailure | PermanentFailure | SqlError, R>
}

/** Returns its argument. This function exists only so that TypeScript infers the source's error and service types. */
export const identifySource = <E, R>(source: IdentifySource<E, R>): IdentifySource<E, R> => source

export type IdentifyNeeds<S> = S extends IdentifySource<infer _E, infer R> ? R : never
