import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ImageFacts } from "./ImageFacts.ts"
import type { DecoderBusy, NoPicture } from "./PictureErrors.ts"
import type { RawFrame } from "./RawFrame.ts"

/**
 * Decodes pictures that others made, apart from this process: upright, on white where they are transparent, neither side
 * longer than `LARGEST`, or than `longest` where that is asked for, of `LARGEST_PAGE` at most. One that may be so wide at most
 * (`widest`) may be as high as `heightOf` says. Live layer: `LiveImageDecoder.ts`.
 */
export class ImageDecoder extends Context.Tag("@media/pictures/ImageDecoder")<
  ImageDecoder,
  {
    /** `input`: the path of a file, or its bytes. */
    readonly decode: (
      input: Buffer | string,
      size?: ({ readonly longest: number } | { readonly widest: number }) & {
        /** A file that breaks off gives what there is, marked as incomplete. */
        readonly isTolerant?: boolean
      }
    ) => Effect.Effect<RawFrame, NoPicture | DecoderBusy>
    /** What the file says of itself; also of some formats that cannot be decoded. */
    readonly facts: (input: Buffer | string) => Effect.Effect<ImageFacts, NoPicture | DecoderBusy>
  }
>() {}
