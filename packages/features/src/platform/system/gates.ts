import * as Context from "effect/Context"

/**
 * A change in a release that needs an administrator's consent first. Until then, the product serves only the sign-in
 * and this text, and no job runs. All fields are shown to people.
 */
export interface BreakingGate {
  /** Never reused for another gate. */
  readonly id: string
  readonly title: string
  readonly summary: string
  /** The affected users and changes, one sentence each. */
  readonly affected: ReadonlyArray<string>
}

/** In the order of acceptance. Never remove a released gate, because it would need acceptance again if it returned. */
export class BreakingGates extends Context.Reference<BreakingGates>()("@media/features/BreakingGates", {
  defaultValue: (): ReadonlyArray<BreakingGate> => []
}) {}
