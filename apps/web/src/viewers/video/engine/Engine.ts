import type { ShallowRef } from "vue"

export interface Fault {
  /** `unplayable`: this browser cannot decode it. `network`: it did not arrive. `refused`: the server cannot make it. */
  readonly kind: "unplayable" | "network" | "refused"
  readonly message: string
}

export interface EngineStart {
  readonly url: string
  /** Seconds. */
  readonly at: number
  /** A height was selected, so the stream does not choose its own. */
  readonly isPinned?: boolean
  readonly onFault: (fault: Fault) => void
  readonly onReady: () => void
}

/** Feeds the video element. */
export interface Engine {
  /** Descending; empty if there is no choice. */
  readonly heights: Readonly<ShallowRef<ReadonlyArray<number>>>
  /** The height of the displayed video; 0 while unknown. */
  readonly currentHeight: Readonly<ShallowRef<number>>
  /** The height that was chosen and is not shown yet. */
  readonly switchingTo: Readonly<ShallowRef<number | undefined>>
  readonly pin: (height: number | "auto") => void
  readonly dispose: () => void
}
