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
/**
 * The properties that determine an item's status. `playbackFailure` is the reason why a conversion failed
 * permanently.
 */
export type ItemState = Pick<ItemSummary, "status"> & { readonly playbackFailure?: string | null }

/**
 * Shown for an item whose file is readable but whose conversion failed permanently. The browser may still be able to
 * play the original.
 */
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

/** True if nothing is wrong with the item, so that pages show no status. */
export const isFine = ({ playbackFailure, status }: ItemState): boolean =>
  status === "ready" && (playbackFailure ?? null) === null

/**
 * Returns the status in the user's language. It is translated on each call, because this module loads before the locale
 * is known.
 */
export const statusStyle = (item: ItemState): StatusStyle => {
  const { icon, text, tone, word } =
    item.status === "ready" && !isFine(item) ? notConvertible : styles[item.status]
  return { icon, tone, word: translate(messages, word), text: translate(messages, text) }
}
