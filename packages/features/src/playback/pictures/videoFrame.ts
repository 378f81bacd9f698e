import { frameSizeOf } from "@media/media-tools/frames/FrameSize"
import { type GrabbedFrame, grabFrames } from "@media/media-tools/frames/GrabFrames"
import type { MediaPath } from "@media/media-tools/MediaPath"
import { hasNoClock, mainVideo, type ProbeFacts } from "@media/media-tools/ProbeFacts"
import { chooseFrame, type ChosenFrame } from "@media/pictures/ChooseFrame"
import { GOOD } from "@media/pictures/FrameScore"
import { statsOf } from "@media/pictures/FrameStats"
import { NoPicture } from "@media/pictures/PictureErrors"
import { LARGEST } from "@media/pictures/PictureSet"
import * as Effect from "effect/Effect"

/**
 * Positions at which to look for a frame, as fractions of the duration. They avoid the opening titles, and the last
 * third of a video, which might spoil the plot.
 */
const SHARES = [0.12, 0.2, 0.33, 0.48, 0.62, 0.06]
const KEY_FRAMES = 3
/**
 * Positions at which any frame is decoded if all key frames are dark. The only key frame of a short phone clip may be
 * black.
 */
const ORDINARY_SHARES = [0.2, 0.4, 0.6]
/** The mean brightness, from 0 to 255, below which a thumbnail would look black. */
const DARK = 24

/**
 * Codecs whose decoders return every frame even if only key frames are requested. This was measured for some of them.
 * The others have only key frames.
 */
const ignoresKeyFrames = new Set([
  "vp8",
  "vp9",
  "av1",
  "mjpeg",
  "prores",
  "dnxhd",
  "rawvideo",
  "ffv1",
  "dvvideo"
])

const unreadable = (reason: string) => new NoPicture({ code: "damaged", reason })

const requireVideo = (facts: ProbeFacts) =>
  Effect.gen(function* () {
    const video = mainVideo(facts)
    const size = video === undefined ? undefined : frameSizeOf(video, LARGEST)
    if (video === undefined || size === undefined) return yield* unreadable("The file contains no video.")
    return { video, size }
  })

/** Returns no frames if ffmpeg fails at a damaged position of the file, so that the caller tries other positions. */
const orNone = (grabbed: ReturnType<typeof grabFrames>) =>
  Effect.catchTag(grabbed, "MediaProcessFailed", (failure) =>
    failure.signal === null ? Effect.succeed<ReadonlyArray<GrabbedFrame>>([]) : Effect.fail(failure)
  )

const isDark = ({ box, frame }: ChosenFrame): boolean => statsOf(frame, box).brightness < DARK

/**
 * Like `orNone`, but also returns no frames if ffmpeg exceeds its CPU time. This happens in videos without later key
 * frames, which ffmpeg must decode from the beginning.
 */
const orNoneInTime = (grabbed: ReturnType<typeof grabFrames>) =>
  Effect.catchIf(
    orNone(grabbed),
    (error) => error._tag === "MediaProcessTimeout" && error.kind === "cpu",
    () => Effect.succeed<ReadonlyArray<GrabbedFrame>>([])
  )

/**
 * Returns the frame that represents the video best. First tries a few key frames after the titles. Then tries later
 * frames until a frame is bright, sharp and full of detail. If no key frames are available (open groups of pictures,
 * VP9), decodes single frames at the same positions.
 */
export const automaticFrame = (path: MediaPath, facts: ProbeFacts) =>
  Effect.gen(function* () {
    const { size, video } = yield* requireVideo(facts)
    const { durationSeconds } = facts
    const grab = (seconds: number, isKeyFrames: boolean) =>
      orNone(grabFrames({ path, video, size, seconds, isKeyFrames, count: isKeyFrames ? KEY_FRAMES : 1 }))
    const isSeekable = durationSeconds > 0 && !hasNoClock(facts)
    let hasKeyFrames = !ignoresKeyFrames.has(video.codec)
    const frames: Array<GrabbedFrame> = []
    let best: ChosenFrame | undefined
    for (const share of isSeekable ? SHARES : []) {
      const seconds = share * durationSeconds
      const found = hasKeyFrames ? yield* grab(seconds, true) : []
      if (found.length === 0) hasKeyFrames = false
      frames.push(...(found.length > 0 ? found : yield* grab(seconds, false)))
      best = chooseFrame(frames)
      // Several frames are needed, because black bars are detected by comparing frames.
      if (best !== undefined && best.score >= GOOD && frames.length > 1) return best
      yield* Effect.yieldNow()
    }
    if (best !== undefined && isDark(best)) {
      for (const share of ORDINARY_SHARES) {
        const seconds = share * durationSeconds
        frames.push(
          ...(yield* orNoneInTime(grabFrames({ path, video, size, seconds, isKeyFrames: false, count: 1 })))
        )
      }
      best = chooseFrame(frames)
    }
    return (
      best ??
      chooseFrame(yield* grab(0, false)) ??
      (yield* unreadable("No frame of this video can be decoded."))
    )
  }).pipe(Effect.withSpan("pictures.automaticFrame"))

/** Returns the frame at a time, without black bars. Returns the last frame if the time is after the end. */
export const frameAt = (path: MediaPath, facts: ProbeFacts, seconds: number) =>
  Effect.gen(function* () {
    const { size, video } = yield* requireVideo(facts)
    const end = facts.durationSeconds
    const wanted = [seconds, ...(end > 0 ? [Math.max(0, Math.min(seconds, end) - 1)] : []), 0]
    for (const second of wanted) {
      const found = yield* orNone(
        grabFrames({ path, video, size, seconds: second, isKeyFrames: false, count: 1 })
      )
      const chosen = chooseFrame(found)
      if (chosen !== undefined) return chosen
    }
    return yield* unreadable("No frame of this video can be decoded.")
  }).pipe(Effect.withSpan("pictures.frameAt"))
