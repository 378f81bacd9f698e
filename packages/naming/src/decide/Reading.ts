import type { Facts, Proof, Role } from "../Classification.ts"

/** One way to read a name. */
export interface Reading {
  readonly role: Role
  readonly facts: Facts
  readonly proof: ReadonlyArray<Proof>
  readonly rule: string
  readonly confidence: number
}
