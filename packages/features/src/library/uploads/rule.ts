import * as Effect from "effect/Effect"
import type { ItemKind } from "../../ItemKind.ts"
import { UploadRefused } from "./errors.ts"
import { beginsLikeImage } from "./imageSigns.ts"
import { beginsLikeSound } from "./soundSigns.ts"
import { uploadConfig } from "./UploadConfig.ts"
import { beginsLikeVideo } from "./videoSigns.ts"

/** The requirements for uploaded files of a kind. */
export interface UploadRule {
  readonly kind: ItemKind
  readonly maxBytes: number
  /** Returns true if the first bytes of a file match this kind. */
  readonly beginsWell: (head: Buffer) => boolean
}

export const videoRule = Effect.map(Effect.orDie(uploadConfig), ({ maxVideoBytes }): UploadRule => ({
  kind: "video",
  maxBytes: maxVideoBytes,
  beginsWell: beginsLikeVideo
}))

export const imageRule = Effect.map(Effect.orDie(uploadConfig), ({ maxImageBytes }): UploadRule => ({
  kind: "image",
  maxBytes: maxImageBytes,
  beginsWell: beginsLikeImage
}))

export const trackRule = Effect.map(Effect.orDie(uploadConfig), ({ maxAudioBytes }): UploadRule => ({
  kind: "track",
  maxBytes: maxAudioBytes,
  beginsWell: beginsLikeSound
}))

export const tooLarge = ({ maxBytes }: Pick<UploadRule, "maxBytes">) =>
  new UploadRefused({
    status: 413,
    code: "payload_too_large",
    message: `The file may be at most ${Math.floor(maxBytes / 1024 ** 2).toLocaleString("en-US")} MiB.`
  })

export const wrongContent = ({ kind }: Pick<UploadRule, "kind">) =>
  new UploadRefused({
    status: 415,
    code: "unsupported_media_type",
    message: `file: the content is not ${kind === "image" ? "an" : "a"} ${kind}.`
  })
