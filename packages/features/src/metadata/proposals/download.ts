import { Egress } from "@media/egress/Egress"
import { RetryableFailure } from "@media/jobs/Failures"
import { imageTypeOf } from "@media/pictures/ImageType"
import { pictureOfImage } from "@media/pictures/MakePicture"
import type { PictureSet } from "@media/pictures/PictureSet"
import { stillHeaderOf } from "@media/pictures/StillHeader"
import { whileWaiting } from "@media/pictures/WhileWaiting"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"

export interface Downloaded {
  readonly bytes: Buffer
  readonly set: PictureSet
}

/** The picture at an address; a sentence if there is none. The program that decodes it is another one. */
export const downloadPicture = Effect.fn("proposals.download")(function* (url: string) {
  const egress = yield* Egress
  return yield* Effect.gen(function* () {
    const { bytes } = yield* egress.fetch({
      url,
      types: ["image/"],
      redirects: 5,
      millis: 60_000,
      isPaced: true
    })
    if (imageTypeOf(bytes) === undefined && stillHeaderOf(bytes) === undefined)
      return Either.left("The address does not lead to a picture.")
    return Either.right<Downloaded>({ bytes, set: yield* whileWaiting(pictureOfImage(bytes)) })
  }).pipe(
    Effect.catchTags({
      AddressRefused: ({ message }) => Effect.succeed(Either.left(message)),
      FetchFailed: ({ code, reason }) =>
        Effect.succeed(Either.left(code === "type" ? "The address does not lead to a picture." : reason)),
      NoPicture: ({ reason }) => Effect.succeed(Either.left(reason)),
      NotReady: ({ message }) => new RetryableFailure({ message })
    })
  )
})
