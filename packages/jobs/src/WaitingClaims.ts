import type { Claim } from "./StepCall.ts"

/** The claims that a slot has not started, in the order of their arrival. */
export class WaitingClaims {
  #claims: Array<Claim>
  #next = 0
  readonly #cancelled = new Set<string>()

  constructor(claims: ReadonlyArray<Claim>) {
    this.#claims = [...claims]
  }

  get count(): number {
    return this.#claims.length - this.#next
  }

  get ids(): ReadonlyArray<string> {
    return this.#claims.slice(this.#next).map(({ id }) => id)
  }

  /**
   * True if a worker died recently while it had claims of this queue. Each result must then be written before the next
   * job is claimed.
   */
  get isOnProbation(): boolean {
    return this.#claims.some(({ isOnProbation }) => isOnProbation)
  }

  add(claims: ReadonlyArray<Claim>): void {
    this.#claims = this.#claims.slice(this.#next).concat(claims)
    this.#next = 0
  }

  take(): { readonly claim: Claim; readonly isCancelled: boolean } | undefined {
    const claim = this.#claims[this.#next]
    if (claim === undefined) return undefined
    this.#next += 1
    return { claim, isCancelled: this.#cancelled.size > 0 && this.#cancelled.delete(claim.id) }
  }

  cancel(id: string): void {
    if (this.ids.includes(id)) this.#cancelled.add(id)
  }

  /** Forgets all claims. Returns true if there were any. */
  release(): boolean {
    const hadAny = this.count > 0
    this.#claims = []
    this.#next = 0
    this.#cancelled.clear()
    return hadAny
  }
}
