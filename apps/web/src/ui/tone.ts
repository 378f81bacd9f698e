/** The meaning that a color conveys. */
export type Tone = "info" | "ok" | "warn" | "bad" | "run" | "idle"

export const toneText: Readonly<Record<Tone, string>> = {
  info: "text-accent",
  ok: "text-ok",
  warn: "text-warn",
  bad: "text-bad",
  run: "text-run",
  idle: "text-t2"
}
