/**
 * Bounds on the numbers that a file claims. Anyone can write a header, and later code multiplies, divides and allocates
 * by these numbers (a claimed length of a year is 3 million segments). A number beyond a bound counts as missing.
 */

/** Maximum length in seconds (7 days). The longest recordings that cameras write as one file take a day. */
export const MAX_SECONDS = 7 * 86_400
/** Minimum bit rate. A lower rate means a false header, because even still images need more bits. */
export const MIN_BITS_PER_SECOND = 1_000
/**
 * Length in seconds up to which any bit rate is plausible, such as that of a black title card. A false length of an
 * hour can do only limited harm.
 */
export const ALWAYS_POSSIBLE_SECONDS = 3_600
/**
 * Maximum start in seconds. Live streams count from 1970, in microseconds at most. Much later, a double cannot
 * distinguish frames.
 */
export const MAX_START_SECONDS = 1e10
/** Maximum bit rate in bit/s, enough for uncompressed 16k frames at 60/s. */
export const MAX_BIT_RATE = 1e12
/** Maximum width and height in pixels. ffmpeg's decoders accept at most 16,384 to 65,535 per side. */
export const MAX_SIDE = 65_535
/**
 * Maximum number of pixels per frame. 16k (15,360 x 8,640) is 133 million pixels. A decoded frame takes 1.5 to 8 bytes
 * per pixel. Larger frames are not played.
 */
export const MAX_PIXELS = 2 ** 27
/**
 * Maximum frame rate per second. Matroska clocks of 1 µs result in 1,000,000/1 if the rate varies, which FrameRate.ts
 * handles.
 */
export const MAX_FRAME_RATE = 1_000_000
/** Minimum frame rate per second: one frame per hour, for time-lapse videos. */
export const MIN_FRAME_RATE = 1 / 3_600
/** Maximum aspect ratio of a pixel. */
export const MAX_ASPECT = 64
/** Maximum sample rate in Hz, that of DSD512. */
export const MAX_SAMPLE_RATE = 22_579_200
/** Maximum number of channels. ffmpeg's own layouts have at most 24 channels, and its decoders support at most 64. */
export const MAX_CHANNELS = 64
/** Maximum stream index, well above the 1,000 streams that ffmpeg accepts. */
export const MAX_STREAM_INDEX = 9_999
/** Maximum level. The highest level is 62 in H.264, 186 in HEVC and 245 in MPEG-4. */
export const MAX_LEVEL = 1_000
export const MAX_SAMPLE_BITS = 64

/**
 * Memory limit in bytes for one run of ffprobe, whose needs depend on the file. 64 MiB were enough for every sample
 * file, for 8k, for 30 video streams, and for the index of 1.2 million frames (the 2018 build of ffprobe and ffprobe
 * 5.1.9, 2 cores). Each additional core adds a few threads with 8 MiB each.
 */
export const PROBE_MEMORY_BYTES = 2 * 1024 ** 3
/**
 * CPU limit in seconds for one probe. Probing a sample took at most 0.2 CPU seconds, and 1.2 million frames took 0.13.
 */
export const PROBE_CPU_SECONDS = 30
/** CPU limit in seconds for reading all packets. Reading takes 1.5 CPU s per GB, so 600 s are enough for 400 GB. */
export const PACKETS_CPU_SECONDS = 600
