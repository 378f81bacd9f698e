import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ImageFacts } from "./ImageFacts.ts"
import type { DecoderBusy, NoPicture } from "./PictureErrors.ts"
import type { RawFrame } from "./RawFrame.ts"

/**
 * Decodes untrusted pictures in a separate process. The result is upright. Transparent pictures are put on white.
 * Neither side is longer than `longest` (default `LARGEST`, at most `LARGEST_PAGE`). With a maximum width (`widest`),
 * the result may be as tall as `heightOf` allows. Live layer: `LiveImageDecoder.ts`.
 */
export class ImageDecoder extends Context.Tag("@media/pictures/ImageDecoder")<
  ImageDecoder,
  {
    /** Decodes a picture. `input` is the path of a file, or its bytes. */
    readonly decode: (
      input: Buffer | string,
      size?: ({ readonly longest: number } | { readonly widest: number }) & {
        /** True to decode the available part of a truncated file. The result is marked as incomplete. */
        readonly isTolerant?: boolean
        /** True to keep transparent pixels transparent if the format supports transparency. */
        readonly isTransparent?: boolean
      }
    ) => Effect.Effect<RawFrame, NoPicture | DecoderBusy>
    /** Reads the file's metadata, even in some formats that cannot be decoded. */
    readonly facts: (input: Buffer | string) => Effect.Effect<ImageFacts, NoPicture | DecoderBusy>
  }
>() {}
