/**
 * Bounds for the numbers in a file. Anyone can write any number into a header, and later code multiplies, divides and
 * allocates memory by these numbers. (A claimed length of a year would mean 3 million segments.) A number outside its
 * bounds is treated as missing.
 */

/** Maximum length in seconds (7 days). The longest recordings that cameras write as one file take a day. */
export const MAX_SECONDS = 7 * 86_400
/**
 * Minimum bit rate in bit/s. Even still images need more, so a lower rate means that the length in the header is false.
 */
export const MIN_BITS_PER_SECOND = 1_000
/**
 * Length in seconds up to which any bit rate is plausible. A black title card, for example, needs hardly any bits. Even
 * if the length is false, one hour does little harm.
 */
export const ALWAYS_POSSIBLE_SECONDS = 3_600
/**
 * Maximum start in seconds. Live streams may count from 1970. With much larger numbers, a double is not precise enough
 * to distinguish frames.
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
 * Maximum frame rate in frames per second. If the rate varies, a Matroska clock of 1 µs results in 1,000,000/1.
 * FrameRate.ts handles this case.
 */
export const MAX_FRAME_RATE = 1_000_000
/** Minimum frame rate in frames per second: one frame per hour, for time-lapse videos. */
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
 * Memory limit in bytes for one run of ffprobe. The memory that ffprobe needs depends on the file. In tests, 64 MiB
 * were enough for every sample file, for 8k video, for 30 video streams, and for an index of 1.2 million frames. The
 * tests ran the 2018 build of ffprobe and ffprobe 5.1.9 on 2 cores. Each additional core adds a few threads with 8 MiB
 * each.
 */
export const PROBE_MEMORY_BYTES = 2 * 1024 ** 3
/**
 * CPU limit in seconds for one probe. Sample files took at most 0.2 CPU seconds, and an index of 1.2 million frames
 * took 0.13 CPU seconds.
 */
export const PROBE_CPU_SECONDS = 30
/** CPU limit in seconds for reading all packets of a file. At 1.5 CPU s per GB, this is enough for 400 GB. */
export const PACKETS_CPU_SECONDS = 600
