import type { JobContext } from "@media/jobs/JobContext"
import type { MediaPath } from "@media/media-tools/MediaPath"
import type { ProbeFacts, StreamFacts } from "@media/media-tools/ProbeFacts"
import { createHash } from "node:crypto"
import type { FileStamp } from "../../catalog/items/fileState.ts"

/** A video whose file is open while its previews are made. */
export interface PreviewSubject {
  readonly id: string
  readonly path: MediaPath
  readonly stamp: FileStamp
  readonly facts: ProbeFacts
  readonly video: StreamFacts
  /** Previews from before this time are remade (ms since 1970); 0 keeps all existing ones. */
  readonly madeSince: number
  readonly context: Pick<JobContext, "progress" | "scratchDir">
}

/** The version of the method of making previews. Another number invalidates all of them. */
const RECIPE = 1

/**
 * Twelve characters derived from the source and method of previews, so that existing sheets are kept after a restart.
 */
export const versionOf = ({ id, stamp }: PreviewSubject, made: ReadonlyArray<string | number>): string =>
  createHash("sha256")
    .update([RECIPE, id, stamp.size, stamp.mtimeMs, ...made].join("/"))
    .digest("hex")
    .slice(0, 12)
