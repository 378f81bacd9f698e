import * as Context from "effect/Context"

/**
 * What a release does that wants an administrator's consent first: until then the product serves the sign-in, this text
 * and nothing else, and no job runs. All of it is shown to people.
 */
export interface BreakingGate {
  /** Never used again for another gate. */
  readonly id: string
  readonly title: string
  readonly summary: string
  /** What changes for whom, one sentence each. */
  readonly affected: ReadonlyArray<string>
}

/** In the order in which they are asked. A released one is never taken out: it would be asked again when it came back. */
export class BreakingGates extends Context.Reference<BreakingGates>()("@media/features/BreakingGates", {
  defaultValue: (): ReadonlyArray<BreakingGate> => []
}) {}
