import { CircleCheck, CircleX, EyeOff, FileQuestion, MoveRight, Check } from "@lucide/vue"
import type { Component } from "vue"
import type { ScanResult } from "./queries"

export const scanResultStyles = {
  indexed: { icon: CircleCheck, word: "indexed", tone: "text-ok" },
  unchanged: { icon: Check, word: "unchanged", tone: "text-idle" },
  moved: { icon: MoveRight, word: "moved", tone: "text-run" },
  ignored: { icon: EyeOff, word: "ignored", tone: "text-idle" },
  failed: { icon: CircleX, word: "unreadable", tone: "text-bad" },
  missing: { icon: FileQuestion, word: "missingFile", tone: "text-warn" }
} as const satisfies Readonly<
  Record<ScanResult, { readonly icon: Component; readonly word: string; readonly tone: string }>
>
export const scanResultNames = Object.keys(scanResultStyles) as ReadonlyArray<ScanResult>
