/**
 * What a file may claim of itself. A header is written by anyone; what follows multiplies, divides and allocates by
 * these numbers (a claimed length of a year is 3 million segments). Beyond a bound a number counts as not given.
 */

/** 7 days. The longest recordings that cameras cut as one file are of a day. */
export const MAX_SECONDS = 7 * 86_400
/** Fewer bits a second than this are no video, but a header that lies: still images alone take more. */
export const MIN_BITS_PER_SECOND = 1_000
/** A title card of black may be as thin as you like for an hour; what harm it can do is bounded. */
export const ALWAYS_POSSIBLE_SECONDS = 3_600
/** Live streams count from 1970, with microseconds at most: far beyond that, a double loses the frames. */
export const MAX_START_SECONDS = 1e10
/** Uncompressed 16k frames at 60/s. */
export const MAX_BIT_RATE = 1e12
/** What ffmpeg's decoders accept per side is 16,384 to 65,535. */
export const MAX_SIDE = 65_535
/** 16k (15,360 x 8,640) is 133 million; a decoded frame takes 1.5 to 8 bytes for each. More is not played. */
export const MAX_PIXELS = 2 ** 27
/** Matroska clocks of 1 us give 1,000,000/1 where the rate varies; FrameRate.ts knows what to do with that. */
export const MAX_FRAME_RATE = 1_000_000
/** One frame an hour, as time lapses have. */
export const MIN_FRAME_RATE = 1 / 3_600
/** A pixel 64 times as wide as it is high is no frame's. */
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
 * Of one run of ffprobe; the file decides how much it takes. 64 MiB were enough for every sample file, for 8k, for 30
 * video streams, and for the index of 1.2 million frames (ffprobe of 2018 and 5.1.9, 2 cores); each further core adds
 * some threads of 8 MiB.
 */
export const PROBE_MEMORY_BYTES = 2 * 1024 ** 3
/** Seconds. The longest probe of a sample took 0.2 s, that of 1.2 million frames 0.13 s. */
export const PROBE_CPU_SECONDS = 30
/** Reading all packets costs 1.5 s of CPU for each GB: this is enough for 400 GB. */
export const PACKETS_CPU_SECONDS = 600
