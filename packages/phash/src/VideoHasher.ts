import type { MediaPath } from "@media/media-tools/MediaPath"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { HashFailed, NoHash } from "./PhashErrors.ts"

export interface VideoHasherShape {
  /** Returns the perceptual hash of a video as 16 lower-case hexadecimal digits. */
  readonly hash: (path: MediaPath) => Effect.Effect<string, NoHash | HashFailed>
}

/** Runs the program that computes perceptual hashes. The live layer is in `LiveVideoHasher.ts`. */
export class VideoHasher extends Context.Tag("@media/phash/VideoHasher")<VideoHasher, VideoHasherShape>() {}
