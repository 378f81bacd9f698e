import type { ShallowRef } from "vue"

export interface Fault {
  /**
   * `unplayable`: this browser cannot decode it. `network`: it did not arrive. `refused`: the server cannot encode
   * it.
   */
  readonly kind: "unplayable" | "network" | "refused"
  readonly message: string
}

export interface EngineStart {
  readonly url: string
  /** Seconds. */
  readonly at: number
  /** A height was selected, so the stream must not adapt. */
  readonly isPinned?: boolean
  readonly onFault: (fault: Fault) => void
  readonly onReady: () => void
}

/** Feeds the video element. */
export interface Engine {
  /** Descending; empty if there is only one. */
  readonly heights: Readonly<ShallowRef<ReadonlyArray<number>>>
  /** The height of the displayed video; 0 while unknown. */
  readonly currentHeight: Readonly<ShallowRef<number>>
  /** The selected height, until it is shown. */
  readonly switchingTo: Readonly<ShallowRef<number | undefined>>
  readonly pin: (height: number | "auto") => void
  readonly dispose: () => void
}
