/**
 * Bounds on a file's claims. Anyone can write a header; later code multiplies, divides and allocates by these numbers
 * (a claimed length of a year is 3 million segments). A number beyond a bound counts as missing.
 */

/** 7 days. The longest recordings that cameras write as one file take a day. */
export const MAX_SECONDS = 7 * 86_400
/** A lower bit rate means a false header, because even still images need more. */
export const MIN_BITS_PER_SECOND = 1_000
/** A black title card may be this thin for an hour; the harm that it can do is limited. */
export const ALWAYS_POSSIBLE_SECONDS = 3_600
/** Live streams count from 1970, in microseconds at most: far beyond that, a double cannot distinguish frames. */
export const MAX_START_SECONDS = 1e10
/** Uncompressed 16k frames at 60/s. */
export const MAX_BIT_RATE = 1e12
/** ffmpeg's decoders accept 16,384 to 65,535 per side. */
export const MAX_SIDE = 65_535
/**
 * 16k (15,360 x 8,640) is 133 million; a decoded frame takes 1.5 to 8 bytes per pixel. Larger frames are not played.
 */
export const MAX_PIXELS = 2 ** 27
/** Matroska clocks of 1 us give 1,000,000/1 if the rate varies; FrameRate.ts handles that. */
export const MAX_FRAME_RATE = 1_000_000
/** One frame per hour, for time-lapse videos. */
export const MIN_FRAME_RATE = 1 / 3_600
/** No frame has pixels 64 times as wide as high. */
export const MAX_ASPECT = 64
/** DSD512. */
export const MAX_SAMPLE_RATE = 22_579_200
/** ffmpeg's own layouts end at 24 channels, its decoders at 64. */
export const MAX_CHANNELS = 64
/** ffmpeg refuses files with more streams than 1,000. */
export const MAX_STREAM_INDEX = 9_999
/** H.264's highest is 62, HEVC's 186, MPEG-4's 245. */
export const MAX_LEVEL = 1_000
export const MAX_SAMPLE_BITS = 64

/**
 * Memory limit for one run of ffprobe, whose need depends on the file. 64 MiB were enough for every sample file, for
 * 8k, for 30 video streams, and for the index of 1.2 million frames (ffprobe of 2018 and 5.1.9, 2 cores); each further
 * core adds some threads of 8 MiB.
 */
export const PROBE_MEMORY_BYTES = 2 * 1024 ** 3
/** Seconds. The longest probe of a sample took 0.2 s, and 1.2 million frames took 0.13 s. */
export const PROBE_CPU_SECONDS = 30
/** Reading all packets costs 1.5 s of CPU per GB, so this is enough for 400 GB. */
export const PACKETS_CPU_SECONDS = 600
