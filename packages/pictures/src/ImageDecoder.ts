import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ImageFacts } from "./ImageFacts.ts"
import type { DecoderBusy, NoPicture } from "./PictureErrors.ts"
import type { RawFrame } from "./RawFrame.ts"

/**
 * Decodes untrusted pictures in a separate process: upright, on white if they are transparent, neither side longer than
 * `LARGEST`, or than `longest` if given, at most `LARGEST_PAGE`. With a maximum width (`widest`), it may be as high as
 * `heightOf` allows. Live layer: `LiveImageDecoder.ts`.
 */
export class ImageDecoder extends Context.Tag("@media/pictures/ImageDecoder")<
  ImageDecoder,
  {
    /** `input`: the path of a file, or its bytes. */
    readonly decode: (
      input: Buffer | string,
      size?: ({ readonly longest: number } | { readonly widest: number }) & {
        /** A truncated file returns its existing part, marked as incomplete. */
        readonly isTolerant?: boolean
        /** Transparent pixels stay transparent, if the format has them. */
        readonly isTransparent?: boolean
      }
    ) => Effect.Effect<RawFrame, NoPicture | DecoderBusy>
    /** The file's metadata, even for some formats that cannot be decoded. */
    readonly facts: (input: Buffer | string) => Effect.Effect<ImageFacts, NoPicture | DecoderBusy>
  }
>() {}
