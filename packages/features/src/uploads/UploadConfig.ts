import * as Config from "effect/Config"

const GIB = 1024 ** 3

export const uploadConfig = Config.all({
  /** Bytes. */
  maxVideoBytes: Config.integer("MEDIA_MAX_VIDEO_UPLOAD").pipe(
    Config.withDefault(20 * GIB),
    Config.validate({ message: "must be a number of bytes above 0", validation: (bytes) => bytes > 0 })
  )
})
