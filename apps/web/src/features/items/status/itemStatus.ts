import { CircleAlert, CircleCheck, CircleX, FileQuestion, LoaderCircle } from "@lucide/vue"
import type { Component } from "vue"
import { translate } from "@/lib/messages"
import type { ItemSummary } from "../definition"
import { messages } from "../list/listMessages"

type Key = Extract<keyof typeof messages.texts, `status${string}` | `text${string}`>
interface Look {
  readonly icon: Component
  readonly word: Key
  readonly tone: string
  readonly text: Key
}
export type StatusStyle = Readonly<Record<"word" | "text" | "tone", string>> & Pick<Look, "icon">
/** For kinds that are transcoded, `playbackFailure` is the reason for a permanent failure. */
export type ItemState = Pick<ItemSummary, "status"> & { readonly playbackFailure?: string | null }

/** The file is readable, but its conversion failed permanently. Whether it plays depends on the browser. */
const notConvertible: Look = {
  icon: CircleAlert,
  word: "statusNotConvertible",
  tone: "text-warn",
  text: "textNotConvertible"
}

const styles: Readonly<Record<ItemSummary["status"], Look>> = {
  ready: {
    icon: CircleCheck,
    word: "statusReady",
    tone: "text-ok",
    text: "textReady"
  },
  arriving: {
    icon: LoaderCircle,
    word: "statusArriving",
    tone: "text-run",
    text: "textArriving"
  },
  missing: {
    icon: FileQuestion,
    word: "statusMissing",
    tone: "text-warn",
    text: "textMissing"
  },
  failed: {
    icon: CircleX,
    word: "statusFailed",
    tone: "text-bad",
    text: "textFailed"
  }
}

/** True if the item is fully usable, so no status is shown. */
export const isFine = ({ playbackFailure, status }: ItemState): boolean =>
  status === "ready" && (playbackFailure ?? null) === null

/** A function, because this file loads before the locale is known. */
export const statusStyle = (item: ItemState): StatusStyle => {
  const { icon, text, tone, word } =
    item.status === "ready" && !isFine(item) ? notConvertible : styles[item.status]
  return { icon, tone, word: translate(messages, word), text: translate(messages, text) }
}
