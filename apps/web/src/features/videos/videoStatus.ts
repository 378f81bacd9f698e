import { CircleAlert, CircleCheck, CircleX, FileQuestion, LoaderCircle } from "@lucide/vue"
import type { VideoStatus, VideoSummary } from "@media/features/videos/contract"
import type { Component } from "vue"

interface StatusLook {
  readonly icon: Component
  readonly word: string
  readonly tone: string
  readonly text: string
}

/** A file that was read well, but whose conversion failed for good: whether it plays depends on the browser. */
const notConvertible: StatusLook = {
  icon: CircleAlert,
  word: "Cannot be converted",
  tone: "text-warn",
  text: "This video cannot be converted. The original file may still play."
}

export const statusLook = (video: Pick<VideoSummary, "playbackFailure" | "status">): StatusLook =>
  video.status === "ready" && video.playbackFailure !== null ? notConvertible : looks[video.status]

const looks: Readonly<Record<VideoStatus, StatusLook>> = {
  ready: { icon: CircleCheck, word: "Ready", tone: "text-ok", text: "This video can be played." },
  arriving: {
    icon: LoaderCircle,
    word: "Processing",
    tone: "text-run",
    text: "The file was found and is being examined. This page updates by itself."
  },
  missing: {
    icon: FileQuestion,
    word: "Missing",
    tone: "text-warn",
    text: "The file is no longer where it was. Its details are kept and come back with the file."
  },
  failed: { icon: CircleX, word: "Failed", tone: "text-bad", text: "The file could not be read as a video." }
}
