/** The properties of one track that the container states and ffprobe does not report. */
export interface TrackSign {
  readonly kind: "video" | "audio"
  readonly isEncrypted: boolean
  /** In the order of the container, which is also the order of ffprobe's streams of each kind. */
  readonly codecTag?: string
}

export interface FileSigns {
  /** In the order of the container, which is that of ffprobe's streams of each kind. */
  readonly tracks: ReadonlyArray<TrackSign>
  /** The writer never updated its header. */
  readonly isUnfinished: boolean
  /** True for a transport stream that was broadcast for viewers with a smart card. */
  readonly isScrambled: boolean
}

export const NO_SIGNS: FileSigns = { tracks: [], isUnfinished: false, isScrambled: false }
