import type { Facts, Proof, Role } from "../Classification.ts"

/** One possible interpretation of a name. */
export interface Reading {
  readonly role: Role
  readonly facts: Facts
  readonly proof: ReadonlyArray<Proof>
  readonly rule: string
  readonly confidence: number
}
