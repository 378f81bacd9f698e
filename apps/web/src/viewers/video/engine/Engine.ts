import type { ShallowRef } from "vue"

export interface Fault {
  /**
   * The kind of failure:
   * - `unplayable`: this browser cannot decode the video
   * - `network`: the data did not arrive
   * - `refused`: the server cannot encode the video
   */
  readonly kind: "unplayable" | "network" | "refused"
  readonly message: string
}

export interface EngineStart {
  readonly url: string
  /** The start position in seconds. */
  readonly at: number
  /** True if the user selected a fixed height. The stream then does not adapt to the network. */
  readonly isPinned?: boolean
  readonly onFault: (fault: Fault) => void
  readonly onReady: () => void
}

/** Loads the data of a video into the video element. */
export interface Engine {
  /** The available heights, in descending order. Empty if only one height is available. */
  readonly heights: Readonly<ShallowRef<ReadonlyArray<number>>>
  /** The height of the displayed video. 0 while unknown. */
  readonly currentHeight: Readonly<ShallowRef<number>>
  /** The selected height while another height is still displayed. Undefined otherwise. */
  readonly switchingTo: Readonly<ShallowRef<number | undefined>>
  readonly pin: (height: number | "auto") => void
  readonly dispose: () => void
}
