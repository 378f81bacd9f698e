import type { JobContext } from "@media/jobs/JobContext"
import type { MediaPath } from "@media/media-tools/MediaPath"
import type { ProbeFacts, StreamFacts } from "@media/media-tools/ProbeFacts"
import { createHash } from "node:crypto"
import type { FileStamp } from "../../catalog/items/fileState.ts"

/** A video whose previews are being made. Its file is open. */
export interface PreviewSubject {
  readonly id: string
  readonly path: MediaPath
  readonly stamp: FileStamp
  readonly facts: ProbeFacts
  readonly video: StreamFacts
  /** Previews that are older than this time, in milliseconds since 1970, are remade. 0 keeps all existing previews. */
  readonly madeSince: number
  readonly context: Pick<JobContext, "progress" | "scratchDir">
}

/** The version of the code that makes previews. A new version invalidates all existing previews. */
const RECIPE = 1

/**
 * Returns the version of a preview: twelve characters that depend only on the file and the settings, so that existing
 * files are recognized after a restart.
 */
export const versionOf = ({ id, stamp }: PreviewSubject, made: ReadonlyArray<string | number>): string =>
  createHash("sha256")
    .update([RECIPE, id, stamp.size, stamp.mtimeMs, ...made].join("/"))
    .digest("hex")
    .slice(0, 12)
