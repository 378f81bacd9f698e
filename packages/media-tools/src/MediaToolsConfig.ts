import * as Config from "effect/Config"
import * as Option from "effect/Option"

/** Optional paths of the two binaries, and the path to search. See `MediaBinaries`. */
export const mediaBinariesConfig = Config.all({
  ffmpeg: optionalText("MEDIA_FFMPEG_BIN"),
  ffprobe: optionalText("MEDIA_FFPROBE_BIN"),
  searchPath: Config.string("PATH").pipe(Config.withDefault("/usr/local/bin:/usr/bin:/bin"))
})

export type MediaBinariesConfig = Config.Config.Success<typeof mediaBinariesConfig>

/**
 * HLS encoder preset for every rendition (`MEDIA_HLS_PRESET`). All processes that share a cache need the same value.
 */
export const hlsPresetConfig = Config.option(
  Config.literal("ultrafast", "superfast", "veryfast", "faster", "fast", "medium")("MEDIA_HLS_PRESET")
)

/** Maximum size of the HLS cache in GiB (`MEDIA_HLS_CACHE_GIB`). Default: max(10 GiB, 10% of the file system). */
export const hlsCacheLimitConfig = Config.option(Config.number("MEDIA_HLS_CACHE_GIB"))

const PASSED_ON = [
  "PATH",
  "HOME",
  "TMPDIR",
  "LD_LIBRARY_PATH",
  "DYLD_LIBRARY_PATH",
  "LIBVA_DRIVER_NAME",
  "LIBVA_DRIVERS_PATH",
  "CUDA_VISIBLE_DEVICES",
  "SystemRoot",
  "TEMP"
]

/**
 * Returns the environment of the tools: the variables that they need to start, and no secrets of the server. Also sets
 * the path of the character set tables (gconv) to a nonexistent folder. Otherwise, static builds load the system's
 * tables into their own, older C library and then crash. npm's builds are static, and so are the builds that many users
 * install by hand. For example, a 2023 build of ffprobe on Debian 12 crashed on every MPEG-TS file with a service name.
 * Dynamic builds still find their tables.
 */
export const toolEnvironment = (): Record<string, string> => {
  const environment: Record<string, string> = {
    LC_ALL: "C",
    AV_LOG_FORCE_NOCOLOR: "1",
    GCONV_PATH: "/nonexistent"
  }
  for (const name of PASSED_ON) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  return environment
}

function optionalText(name: string): Config.Config<string | undefined> {
  return Config.option(Config.string(name)).pipe(
    Config.map((value) => {
      const text = Option.getOrElse(value, () => "").trim()
      return text === "" ? undefined : text
    })
  )
}
