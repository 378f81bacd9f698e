import { CircleAlert, CircleCheck, CircleX, FileQuestion, LoaderCircle } from "@lucide/vue"
import type { VideoSummary } from "@media/features/videos/contract"
import type { Component } from "vue"

interface StatusStyle {
  readonly icon: Component
  readonly word: string
  readonly tone: string
  readonly text: string
}

/** The file could be read, but its conversion failed permanently: whether it plays depends on the browser. */
const notConvertible: StatusStyle = {
  icon: CircleAlert,
  word: "Cannot be converted",
  tone: "text-warn",
  text: "This video cannot be converted. The original file may still play."
}

export const statusStyle = (video: Pick<VideoSummary, "playbackFailure" | "status">): StatusStyle =>
  video.status === "ready" && video.playbackFailure !== null ? notConvertible : styles[video.status]

const styles: Readonly<Record<VideoSummary["status"], StatusStyle>> = {
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
