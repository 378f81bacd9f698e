import { CircleCheck, CircleX, EyeOff, FileQuestion, MoveRight, Check } from "@lucide/vue"
import type { Component } from "vue"
import type { Verdict } from "./queries"

export const verdictStyles: Readonly<
  Record<Verdict, { readonly icon: Component; readonly word: string; readonly tone: string }>
> = {
  indexed: { icon: CircleCheck, word: "Indexed", tone: "text-ok" },
  unchanged: { icon: Check, word: "Unchanged", tone: "text-idle" },
  moved: { icon: MoveRight, word: "Moved", tone: "text-run" },
  ignored: { icon: EyeOff, word: "Ignored", tone: "text-idle" },
  failed: { icon: CircleX, word: "Failed", tone: "text-bad" },
  missing: { icon: FileQuestion, word: "Missing", tone: "text-warn" }
}
