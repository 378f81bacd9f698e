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

/** Everything that proposals can describe. */
export const TargetKind = Schema.Union(ItemKind, EntityKind).annotations({ identifier: "ProposalTargetKind" })
export type TargetKind = typeof TargetKind.Type

export interface FoundImage {
  readonly kind: "poster" | "backdrop" | "logo" | "thumb"
  readonly url: string
  readonly width?: number
  readonly height?: number
}

/** One result of a source, with the field names of the scraper format. */
export interface IdentifyResult {
  /** The action that found it, such as `sceneByFragment`. */
  readonly action: string
  readonly matchType: MatchType
  /** 0 to 100. */
  readonly confidence: number
  readonly url?: string
  readonly scraped: Scraped
  /** The key of the source's ids among `externalIds`; by default its name. */
  readonly idName?: string
  /** Pictures with known sizes, in addition to those of `scraped`. */
  readonly images?: ReadonlyArray<FoundImage>
}

export type IdentifyOutcome =
  | { readonly _tag: "found"; readonly results: ReadonlyArray<IdentifyResult> }
  | { readonly _tag: "none" }
  /** `reason` is a sentence for people. */
  | { readonly _tag: "failed"; readonly reason: string }

export interface IdentifyTarget {
  readonly kind: TargetKind
  readonly id: string
}

/** One installed scraper, endpoint or plugin. */
export interface IdentifyChoice {
  readonly id: string
  readonly name: string
  /** The kinds of targets that it can find something for. */
  readonly targets: ReadonlyArray<TargetKind>
  /** Why it cannot run at the moment, as a sentence. */
  readonly problem?: string
}

/**
 * A kind of source of metadata. A slice lists it in `identifySources` of its manifest. Requests name one of its choices
 * as `{kind, id}`.
 */
export interface IdentifySource<E = unknown, R = unknown> {
  readonly kind: SourceKind
  readonly choices: Effect.Effect<ReadonlyArray<IdentifyChoice>, E, R>
  /** Returns one outcome per target, in order, for at most 40 targets at a time. An error fails all of them. */
  readonly identify: (
    choiceId: string,
    targets: ReadonlyArray<IdentifyTarget>
  ) => Effect.Effect<ReadonlyArray<IdentifyOutcome>, E, R>
  /** Sends pending data of a choice, such as fingerprints, in a job of the queue metadata-import. */
  readonly deliver?: (
    choiceId: string,
    context: Pick<JobContext, "jobRunId" | "progress">
  ) => Effect.Effect<Json, RetryableFailure | PermanentFailure | SqlError, R>
}

/** Keeps the errors and the services in the type. */
export const identifySource = <E, R>(source: IdentifySource<E, R>): IdentifySource<E, R> => source

export type IdentifyNeeds<S> = S extends IdentifySource<infer _E, infer R> ? R : never
