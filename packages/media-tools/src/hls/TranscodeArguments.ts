import { hardwareArguments } from "../hardware/HardwareEncoder.ts"
import { inputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import type { Argument } from "../MediaProcess.ts"
import { hasNoClock, mainAudio, mainVideo, type ProbeFacts } from "../ProbeFacts.ts"
import type { Attempt } from "./Attempt.ts"
import { audioChain, type AudioPlan, audioPlan } from "./AudioGrid.ts"
import { OVERLAY, subtitleScale } from "./DrawnSubtitle.ts"
import { rateOf } from "./FrameRate.ts"
import { videoEndSeconds } from "./KnownLength.ts"
import type { Rendition } from "./Ladder.ts"
import { boundarySeconds, segmentCount, type SegmentTable } from "./SegmentTable.ts"
import type { TrackChoice } from "./TrackChoice.ts"
import { needsEarlierFrame, videoChain } from "./VideoGrid.ts"

/**
 * Time stamp in seconds that source time 0 (the container's start) has in every output. It is above 0, so that no
 * B-frame gets a negative DTS.
 */
export const START_OFFSET_SECONDS = 1.4
export const START_OFFSET_TICKS = 126_000

export interface TranscodeRequest {
  readonly path: MediaPath
  readonly facts: ProbeFacts
  readonly table: SegmentTable
  /**
   * One rendition, or several encoded renditions that share one decoder. ffmpeg writes each rendition to its own pipe:
   * `pipe:1`, `pipe:3`, `pipe:4`, ...
   */
  readonly renditions: ReadonlyArray<Rendition>
  /** The first segment of the run. */
  readonly from: number
  /** The run stops before this segment. Equals the number of segments for a run to the end. */
  readonly to: number
  readonly attempt: Attempt
  readonly tracks?: TrackChoice | undefined
  /**
   * Number of seconds between the appearance of the subtitle that is visible at the start of the run and that start. 0
   * if no subtitle is visible.
   */
  readonly subtitleLead?: number
}

/**
 * Returns the arguments of one run, valid for ffmpeg 4.1 (2018) to 8. Any two runs join exactly: frames are on the
 * table's frame grid, audio is on an absolute grid of 1024 samples, and the splitter drops all packets before `from`.
 */
export const transcodeArguments = (request: TranscodeRequest): ReadonlyArray<Argument> => {
  const audio = audioPlan({ ...request, audio: request.attempt.audio })
  const seek = seekSeconds(request, audio)
  return [
    ...["-hide_banner", "-nostdin", "-v", "error"],
    ...(isCopy(request) ? [] : (hardwareOf(request, request.renditions[0]!)?.device ?? [])),
    ...(seek > 0 ? ["-ss", seek.toFixed(6)] : []),
    ...["-copyts", "-start_at_zero"],
    ...inputArgs(request.path),
    ...(hasOwnVideo(request) ? videoInput(request, seek) : []),
    ...(isCopy(request) ? copyOutput(request, audio) : encodeOutputs(request, audio))
  ]
}

/**
 * Formats in which ffmpeg may seek to the key frame after the requested time. For these formats, the run seeks to a
 * point 12 s earlier. Without this margin, 9 frames were lost at the start of each run.
 */
const INEXACT_SEEK = new Set(["mpegts", "mpeg", "mpegvideo", "vob"])
const INEXACT_SEEK_SECONDS = 12
/**
 * A run with subtitles reads at least this number of seconds before its start. It does so even if no subtitle is known
 * to be visible, because a subtitle may depend on earlier subtitles.
 */
const SUBTITLE_SECONDS = 8
/** Tolerance in seconds for rounded times in containers with coarse clocks. */
const SEEK_SLACK = 0.03

const seekSeconds = (request: TranscodeRequest, audio: AudioPlan): number => {
  const { facts, from, table } = request
  if (table.boundaries[from] === 0 || hasNoClock(facts)) return 0
  // A copy starts at a key frame. The run seeks to the key frame of the previous boundary, so that it also reads audio
  // that is stored before the video.
  if (isCopy(request)) return Math.max(0, boundarySeconds(table, from - 1) - 0.05)
  const half = 0.5 / rateOf(table.fps)
  const wanted = Math.min(boundarySeconds(table, from) - half, audio.gridSeconds) - SEEK_SLACK
  const preroll = facts.formatNames.some((name) => INEXACT_SEEK.has(name)) ? INEXACT_SEEK_SECONDS : 0
  return Math.max(
    0,
    wanted - Math.max(preroll, hasDrawnSubtitle(request) ? subtitleSeconds(request, preroll) : 0)
  )
}

const subtitleSeconds = ({ subtitleLead = 0 }: TranscodeRequest, preroll: number): number =>
  subtitleLead > SUBTITLE_SECONDS ? subtitleLead + preroll + SEEK_SLACK : SUBTITLE_SECONDS

const hasDrawnSubtitle = ({ tracks }: TranscodeRequest): boolean => tracks?.subtitle !== undefined

const hardwareOf = ({ attempt, table }: TranscodeRequest, { maxRate }: Rendition) =>
  attempt.hardware === undefined
    ? undefined
    : hardwareArguments(attempt.hardware, { maxRate, keyInterval: table.keyInterval })

/**
 * If the audio begins at least this many seconds after the start of the run, the video is read through a second input.
 */
const LATE_SECONDS = 10

/**
 * True if the audio begins late. With a single input, ffmpeg would read all frames until the first audio packet. Until
 * then, decoded frames stay in memory, and copied frames wait in a queue of 2,048. (A file whose audio started after 90
 * s failed with "Too many packets buffered".) With two inputs, ffmpeg reads the audio first.
 */
const beginsLate = (request: TranscodeRequest): boolean => {
  const { attempt, facts } = request
  if (typeof attempt.audio === "string") return false
  const begin = (attempt.audio.startSeconds ?? facts.startSeconds) - facts.startSeconds
  return begin > boundarySeconds(request.table, request.from) + LATE_SECONDS && !isCopiedAudio(request)
}

const hasOwnVideo = (request: TranscodeRequest): boolean =>
  // Subtitles follow the clock of the video's input, so they require a single input.
  !hasDrawnSubtitle(request) && (beginsLate(request) || isVideoEarlier(request))

const isVideoEarlier = (request: TranscodeRequest): boolean =>
  !isCopy(request) && needsEarlierFrame(request.facts, request.table, request.from)

/**
 * Returns the input options for the video. The frame that is visible at the start of the run may have begun much
 * earlier. In that case, the video is read from the key frame before the run. If the visible frame is the last frame
 * and is shown for a long time, an exact seek would drop it.
 */
const videoInput = (request: TranscodeRequest, audioSeek: number): ReadonlyArray<Argument> => {
  const { facts, from, path, table } = request
  if (!isVideoEarlier(request))
    return [...(audioSeek > 0 ? ["-ss", audioSeek.toFixed(6)] : []), ...inputArgs(path)]
  const end = videoEndSeconds(facts, mainVideo(facts)!) ?? Number.POSITIVE_INFINITY
  const seek = Math.max(0, Math.min(end, boundarySeconds(table, from)) - 0.5)
  return ["-noaccurate_seek", ...(seek > 0 ? ["-ss", seek.toFixed(6)] : []), ...inputArgs(path)]
}

const isCopy = (request: TranscodeRequest): boolean => request.renditions[0]?.mode === "copy"

const copyOutput = (request: TranscodeRequest, audio: AudioPlan): ReadonlyArray<Argument> => {
  const { facts, renditions, table, to } = request
  const rendition = renditions[0]!
  const isLast = to === segmentCount(table)
  const track = request.attempt.audio
  const isCopied = isCopiedAudio(request)
  const chain = track === "none" || isCopied ? undefined : audioChain(audio)
  return [
    ...(chain?.isGenerated === true ? ["-filter_complex", `${chain.filters}[a0]`] : []),
    ...["-map", `${hasOwnVideo(request) ? 1 : 0}:${mainVideo(facts)!.index}`],
    ...(chain?.isGenerated === true ? ["-map", "[a0]"] : []),
    ...(chain?.isGenerated === true || typeof track === "string" ? [] : ["-map", `0:${track.index}`]),
    ...["-c:v", "copy", "-bsf:v", "h264_mp4toannexb"],
    ...(isCopied ? ["-c:a", "copy"] : []),
    ...(chain === undefined ? [] : audioEncoder(rendition)),
    ...(chain === undefined || chain.isGenerated ? [] : ["-af", chain.filters]),
    ...(isLast ? [] : ["-to", (boundarySeconds(table, to) + 1).toFixed(6)]),
    ...muxer(1)
  ]
}

/** True if the audio is copied. Silence, and any track other than the main one, must be encoded. */
const isCopiedAudio = ({ attempt, facts, renditions }: TranscodeRequest): boolean =>
  renditions[0]?.mode === "copy" && renditions[0].audio === "copy" && isMain(facts, attempt.audio)

const isMain = (facts: ProbeFacts, track: Attempt["audio"]): boolean =>
  typeof track !== "string" && track.index === mainAudio(facts)?.index

const encodeOutputs = (request: TranscodeRequest, audio: AudioPlan): ReadonlyArray<Argument> => {
  const { facts, renditions } = request
  const count = renditions.length
  const track = request.attempt.audio
  const video = videoChain(request)
  const subtitle = request.facts.streams.find(({ index }) => index === request.tracks?.subtitle)
  const chain = track === "none" ? undefined : audioChain(audio)
  const graph: Array<string> = []
  graph.push(
    `[${hasOwnVideo(request) ? 1 : 0}:${mainVideo(facts)!.index}]${video.common}` +
      (count === 1 ? "[s0]" : `,split=${count}${labels("s", count)}`)
  )
  if (subtitle !== undefined && count > 1)
    graph.push(`[0:${subtitle.index}]split=${count}${labels("d", count)}`)
  for (const [i, rendition] of renditions.entries()) {
    const upload = hardwareOf(request, rendition)?.upload ?? ""
    if (subtitle === undefined) {
      graph.push(`[s${i}]${video.scaled[i]}${upload}[v${i}]`)
      continue
    }
    const drawn = count > 1 ? `[d${i}]` : `[0:${subtitle.index}]`
    graph.push(`[s${i}]${video.scaled[i]}[p${i}]`)
    graph.push(`${drawn}${subtitleScale(facts, subtitle, rendition)}[o${i}]`)
    graph.push(`[p${i}][o${i}]${OVERLAY}${upload}[v${i}]`)
  }
  if (chain !== undefined) {
    const input = chain.isGenerated || typeof track === "string" ? "" : `[0:${track.index}]`
    const head = `${input}${chain.filters}`
    graph.push(count === 1 ? `${head}[a0]` : `${head},asplit=${count}${labels("a", count)}`)
  }
  return [
    "-filter_complex",
    graph.join(";"),
    ...renditions.flatMap((rendition, i) => [
      ...["-map", `[v${i}]`],
      ...(chain === undefined ? [] : ["-map", `[a${i}]`]),
      ...videoEncoder(request, rendition),
      ...(chain === undefined ? [] : audioEncoder(rendition)),
      ...muxer(i === 0 ? 1 : i + 2)
    ])
  ]
}

const labels = (name: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `[${name}${i}]`).join("")

/**
 * Returns the arguments of the encoder: quality 23, with a limit on the bit rate. A key frame every 2 s makes seeking
 * within a segment fast, and adds 3% to the size.
 */
const videoEncoder = (request: TranscodeRequest, rendition: Rendition): ReadonlyArray<string> => {
  const { table } = request
  const hardware = hardwareOf(request, rendition)
  if (hardware !== undefined) return hardware.codec
  return [
    ...["-c:v", "libx264", "-preset", rendition.preset, "-profile:v", "high", "-crf", "23"],
    ...["-maxrate", String(rendition.maxRate), "-bufsize", String(rendition.maxRate * 2)],
    ...["-g", String(table.keyInterval), "-keyint_min", String(table.keyInterval)],
    ...["-sc_threshold", "0", "-flags", "+cgop"],
    ...(table.isIrregular ? ["-force_key_frames", forcedKeyFrames(request)] : [])
  ]
}

/**
 * Returns the times of the forced key frames. They are a quarter of a frame early, because rounding could otherwise
 * move a key frame to the next frame.
 */
const forcedKeyFrames = ({ from, table, to }: TranscodeRequest): string =>
  table.boundaries
    .slice(from, to)
    .map((frame) => Math.max(0, ((frame - 0.25) * table.fps.den) / table.fps.num).toFixed(6))
    .join(",")

const audioEncoder = (rendition: Rendition): ReadonlyArray<string> => [
  ...["-c:a", "aac", "-ac", "2", "-b:a", String(rendition.audioRate)]
]

/**
 * Returns the muxer options. The muxer is mpegts. The hls muxer does not pass on `avoid_negative_ts`, so runs from 0
 * were shifted by 66 ms. The options disable the muxer's delay. They also put each audio frame into its own PES packet,
 * so that the audio can be cut between any two frames.
 */
const muxer = (pipe: number): ReadonlyArray<string> => [
  ...["-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"],
  ...["-avoid_negative_ts", "disabled", "-muxdelay", "0", "-muxpreload", "0"],
  ...["-output_ts_offset", String(START_OFFSET_SECONDS), "-pes_payload_size", "0"],
  ...["-max_muxing_queue_size", "2048", "-f", "mpegts", `pipe:${pipe}`]
]
