import type { JobContext } from "@media/jobs/JobContext"
import type { MediaPath } from "@media/media-tools/MediaPath"
import type { ProbeFacts, StreamFacts } from "@media/media-tools/ProbeFacts"
import { createHash } from "node:crypto"
import type { FileStamp } from "../../catalog/items/fileState.ts"

/** A video that is open while previews are made of it. */
export interface PreviewSubject {
  readonly id: string
  readonly path: MediaPath
  readonly stamp: FileStamp
  readonly facts: ProbeFacts
  readonly video: StreamFacts
  /** Previews that were made before are made again (ms since 1970); 0 keeps all that are there. */
  readonly madeSince: number
  readonly context: Pick<JobContext, "progress" | "scratchDir">
}

/** How previews are made: another number is another version of all of them. */
const RECIPE = 1

/** Twelve letters that follow from what previews are made of and how: begun again, sheets that are there are kept. */
export const versionOf = ({ id, stamp }: PreviewSubject, made: ReadonlyArray<string | number>): string =>
  createHash("sha256")
    .update([RECIPE, id, stamp.size, stamp.mtimeMs, ...made].join("/"))
    .digest("hex")
    .slice(0, 12)
