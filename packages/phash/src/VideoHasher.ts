import type { MediaPath } from "@media/media-tools/MediaPath"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { HashFailed, NoHash } from "./PhashErrors.ts"

export interface VideoHasherShape {
  /** The perceptual hash of a video, 16 lower-case hexadecimal digits. */
  readonly hash: (path: MediaPath) => Effect.Effect<string, NoHash | HashFailed>
}

/** The port to the program that computes perceptual hashes. Live layer: `LiveVideoHasher.ts`. */
export class VideoHasher extends Context.Tag("@media/phash/VideoHasher")<VideoHasher, VideoHasherShape>() {}
