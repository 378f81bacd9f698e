import { CircleCheck, CircleX, EyeOff, FileQuestion, MoveRight, Check } from "@lucide/vue"
import type { Component } from "vue"
import type { Verdict } from "./queries"

export const verdictStyles = {
  indexed: { icon: CircleCheck, word: "indexed", tone: "text-ok" },
  unchanged: { icon: Check, word: "unchanged", tone: "text-idle" },
  moved: { icon: MoveRight, word: "moved", tone: "text-run" },
  ignored: { icon: EyeOff, word: "ignored", tone: "text-idle" },
  failed: { icon: CircleX, word: "unreadable", tone: "text-bad" },
  missing: { icon: FileQuestion, word: "missingFile", tone: "text-warn" }
} as const satisfies Readonly<
  Record<Verdict, { readonly icon: Component; readonly word: string; readonly tone: string }>
>
export const verdictNames = Object.keys(verdictStyles) as ReadonlyArray<Verdict>
