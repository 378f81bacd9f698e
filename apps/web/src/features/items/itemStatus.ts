import { CircleAlert, CircleCheck, CircleX, FileQuestion, LoaderCircle } from "@lucide/vue"
import type { Component } from "vue"
import type { ItemSummary } from "./definition"
import { statusLabels } from "./filter"

export interface StatusStyle {
  readonly icon: Component
  readonly word: string
  readonly tone: string
  readonly text: string
}
/** Of a kind that is converted, `playbackFailure` says why that failed permanently. */
export type ItemState = Pick<ItemSummary, "status"> & { readonly playbackFailure?: string | null }

/** The file could be read, but its conversion failed permanently: whether it plays depends on the browser. */
const notConvertible: StatusStyle = {
  icon: CircleAlert,
  word: "Cannot be converted",
  tone: "text-warn",
  text: "This video cannot be converted. The original file may still play."
}

const styles: Readonly<Record<ItemSummary["status"], StatusStyle>> = {
  ready: { icon: CircleCheck, word: statusLabels.ready, tone: "text-ok", text: "The file can be used." },
  arriving: {
    icon: LoaderCircle,
    word: statusLabels.arriving,
    tone: "text-run",
    text: "The file was found and is being examined. This page updates by itself."
  },
  missing: {
    icon: FileQuestion,
    word: statusLabels.missing,
    tone: "text-warn",
    text: "The file is no longer where it was. Its details are kept and come back with the file."
  },
  failed: { icon: CircleX, word: statusLabels.failed, tone: "text-bad", text: "The file could not be read." }
}

/** Usable without restrictions, so nothing has to be shown. */
export const isFine = ({ playbackFailure, status }: ItemState): boolean =>
  status === "ready" && (playbackFailure ?? null) === null

export const statusStyle = (item: ItemState): StatusStyle =>
  item.status === "ready" && !isFine(item) ? notConvertible : styles[item.status]
