import { CircleCheck, CircleX, FileQuestion, LoaderCircle } from "@lucide/vue"
import type { VideoStatus } from "@media/features/videos/contract"
import type { Component } from "vue"

export const videoStatusLooks: Readonly<
  Record<
    VideoStatus,
    { readonly icon: Component; readonly word: string; readonly tone: string; readonly text: string }
  >
> = {
  ready: { icon: CircleCheck, word: "Ready", tone: "text-ok", text: "This video can be played." },
  arriving: {
    icon: LoaderCircle,
    word: "Arriving",
    tone: "text-run",
    text: "The file was found and is being examined. This page fills by itself."
  },
  missing: {
    icon: FileQuestion,
    word: "Missing",
    tone: "text-warn",
    text: "The file is no longer where it was. Its details are kept and come back with the file."
  },
  failed: { icon: CircleX, word: "Failed", tone: "text-bad", text: "The file could not be read as a video." }
}
