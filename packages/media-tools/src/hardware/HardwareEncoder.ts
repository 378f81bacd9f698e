import * as Schema from "effect/Schema"

/** A hardware H.264 encoder. The value is the name of its programming interface. */
export const HardwareEncoder = Schema.Literal("vaapi", "nvenc", "qsv", "videotoolbox")
export type HardwareEncoder = typeof HardwareEncoder.Type

export interface HardwareArguments {
  /** Arguments that are placed before the inputs. */
  readonly device: ReadonlyArray<string>
  /**
   * Filters that are placed after the last filter, which outputs yuv420p. The text starts with a comma, or is empty.
   */
  readonly upload: string
  readonly codec: ReadonlyArray<string>
}

export interface EncodingTarget {
  /** Maximum bit rate in bit/s. */
  readonly maxRate: number
  /** Number of frames between key frames. Each key frame must be an IDR frame. */
  readonly keyInterval: number
}

/** Device of the first graphics card. On machines with two cards, the second device is renderD129. */
export const RENDER_DEVICE = "/dev/dri/renderD128"

/**
 * Returns the ffmpeg arguments. B-frames are disabled, because their order differs between drivers. Groups of pictures
 * are closed and have a fixed length, because segments are cut between them. The mean bit rate is three quarters of the
 * cap, because no hardware encoder matches x264's quality under a cap.
 */
export const hardwareArguments = (
  encoder: HardwareEncoder,
  { keyInterval, maxRate }: EncodingTarget
): HardwareArguments => {
  const rate = ["-b:v", String(Math.round(maxRate * 0.75)), "-maxrate", String(maxRate)]
  const common = [
    ...["-profile:v", "high", ...rate, "-bufsize", String(maxRate * 2)],
    ...["-g", String(keyInterval), "-bf", "0", "-flags", "+cgop"]
  ]
  switch (encoder) {
    case "vaapi":
      return {
        device: ["-vaapi_device", RENDER_DEVICE],
        upload: ",format=nv12,hwupload",
        codec: ["-c:v", "h264_vaapi", ...common]
      }
    case "nvenc":
      return {
        device: [],
        upload: "",
        codec: ["-c:v", "h264_nvenc", ...common, "-rc", "vbr", "-no-scenecut", "1", "-forced-idr", "1"]
      }
    case "qsv":
      return {
        device: ["-init_hw_device", "qsv=qsv", "-filter_hw_device", "qsv"],
        upload: ",format=nv12,hwupload=extra_hw_frames=16",
        codec: [
          "-c:v",
          "h264_qsv",
          ...common,
          "-preset",
          "veryfast",
          "-idr_interval",
          "0",
          "-look_ahead",
          "0"
        ]
      }
    case "videotoolbox":
      return { device: [], upload: "", codec: ["-c:v", "h264_videotoolbox", ...common, "-allow_sw", "0"] }
  }
}
