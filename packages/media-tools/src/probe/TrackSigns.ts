/** The properties of one track that the container states and ffprobe does not report. */
export interface TrackSign {
  readonly kind: "video" | "audio"
  readonly isEncrypted: boolean
  /** The container's name for the codec. */
  readonly codecTag?: string
}

export interface FileSigns {
  /** The tracks in the container's order, which is also the order of ffprobe's streams of each kind. */
  readonly tracks: ReadonlyArray<TrackSign>
  /** True if the writer never updated its header. */
  readonly isUnfinished: boolean
  /** True for a transport stream that was broadcast encrypted, for viewers with a smart card. */
  readonly isScrambled: boolean
}

export const NO_SIGNS: FileSigns = { tracks: [], isUnfinished: false, isScrambled: false }
