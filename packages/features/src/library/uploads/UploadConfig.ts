import * as Config from "effect/Config"

const MIB = 1024 ** 2
const GIB = 1024 ** 3

export const uploadConfig = Config.all({
  /** Maximum size of an uploaded video in bytes. */
  maxVideoBytes: Config.integer("MEDIA_MAX_VIDEO_UPLOAD").pipe(
    Config.withDefault(20 * GIB),
    Config.validate({ message: "must be a number of bytes above 0", validation: (bytes) => bytes > 0 })
  ),
  maxImageBytes: Config.integer("MEDIA_MAX_IMAGE_UPLOAD").pipe(
    Config.withDefault(100 * MIB),
    Config.validate({ message: "must be a number of bytes above 0", validation: (bytes) => bytes > 0 })
  ),
  maxAudioBytes: Config.integer("MEDIA_MAX_AUDIO_UPLOAD").pipe(
    Config.withDefault(GIB),
    Config.validate({ message: "must be a number of bytes above 0", validation: (bytes) => bytes > 0 })
  )
})
