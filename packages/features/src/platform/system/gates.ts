import * as Context from "effect/Context"

/**
 * A breaking change in a release. Until an administrator accepts the change, users can only sign in and read this text,
 * and no jobs run. All fields are shown to users.
 */
export interface BreakingGate {
  /** Unique id, which must never be reused for a different gate. */
  readonly id: string
  readonly title: string
  readonly summary: string
  /** The affected users and the changes, one sentence each. */
  readonly affected: ReadonlyArray<string>
}

/**
 * The gates, in the order in which they must be accepted. Never remove a released gate: if it were added again,
 * administrators would have to accept it again.
 */
export class BreakingGates extends Context.Reference<BreakingGates>()("@media/features/BreakingGates", {
  defaultValue: (): ReadonlyArray<BreakingGate> => []
}) {}
