import type { JobRun } from "@media/features/app/operations/contract"
import { codecName } from "@/lib/codecName"
import { clock, fileSize } from "@/lib/format"
import { translate } from "@/lib/messages"
import { messages } from "../messages"
import { etaText } from "../spans"

const field = (result: unknown, key: string): unknown =>
  typeof result === "object" && result !== null
    ? (result as Readonly<Record<string, unknown>>)[key]
    : undefined
const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined)
const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined

/** Summarizes the result of a finished job. */
const resultText = (result: unknown): string => {
  const skipped = text(field(result, "skipped"))
  if (skipped !== undefined) return skipped
  const freed = [field(result, "swept"), field(result, "cleared")].map((part) => number(field(part, "bytes")))
  if (freed.some((bytes) => bytes !== undefined))
    return translate(messages, "resultFreed", {
      size: fileSize(freed.reduce<number>((a, b) => a + (b ?? 0), 0))
    })
  const files = number(field(result, "files"))
  const added = number(field(result, "added")) ?? number(field(result, "registered"))
  const segments = number(field(result, "segments")) ?? number(field(result, "segmentsTotal"))
  const bytes = number(field(result, "bytes"))
  const duration = number(field(result, "duration"))
  const codec = text(field(result, "videoCodec"))
  return [
    codec !== undefined && codecName(codec),
    files !== undefined && translate(messages, "resultFiles", { count: files }),
    added !== undefined && added > 0 && translate(messages, "resultNew", { count: added }),
    segments !== undefined && translate(messages, "resultSegments", { count: segments }),
    bytes !== undefined && fileSize(bytes),
    duration !== undefined && clock(duration)
  ]
    .filter(Boolean)
    .join(" · ")
}

const progressText = ({ progress }: Pick<JobRun, "progress">): string => {
  if (progress === null) return ""
  const { detail, percent, phase } = progress
  return [
    percent !== undefined && `${Math.round(percent)}%`,
    percent === undefined && phase,
    detail?.speed !== undefined && `${detail.speed.toFixed(detail.speed < 10 ? 1 : 0)}×`,
    detail?.etaSeconds !== undefined && translate(messages, "etaLeft", { time: etaText(detail.etaSeconds) }),
    percent !== undefined && detail?.speed === undefined && phase
  ]
    .filter(Boolean)
    .join(" · ")
}

/** Describes a job in one line: its progress, its result, or why it failed, waits or was canceled. */
export const lineOf = (
  run: Pick<JobRun, "status" | "progress" | "error" | "result" | "waitsFor" | "canceledBy">
): string => {
  switch (run.status) {
    case "started":
      return progressText(run)
    case "failed":
      return run.error?.message ?? ""
    case "completed":
      return resultText(run.result)
    case "queued":
      return run.waitsFor ?? ""
    case "cancelled":
      return run.canceledBy === null ? (run.error?.message ?? "") : ""
  }
}
