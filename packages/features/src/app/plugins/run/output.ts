import type { LogLevel } from "@media/jobs/JobContext"
import { plainText } from "@media/kernel/PlainText"

export type OutputLine =
  | { readonly _tag: "progress"; readonly percent: number }
  | { readonly _tag: "log"; readonly level: LogLevel; readonly text: string }

const levels: Readonly<Record<string, LogLevel>> = {
  t: "debug",
  d: "debug",
  i: "info",
  w: "warn",
  e: "error"
}

/**
 * Parses a line of stderr. Control characters mark the log level or the progress. Lines without such a character get
 * the level `others` from the definition. Returns undefined for a line that is discarded.
 */
export const lineOf = (line: string, others: LogLevel | null): OutputLine | undefined => {
  // eslint-disable-next-line no-control-regex -- the format of the community
  const [, mark, text = ""] = /^\u0001([tdiwep])\u0002(.*)$/s.exec(line) ?? []
  if (mark === undefined)
    return others === null || line.trim() === ""
      ? undefined
      : { _tag: "log", level: others, text: plainText(line) }
  if (mark !== "p") return { _tag: "log", level: levels[mark]!, text: plainText(text) }
  const share = Number(text)
  return Number.isFinite(share)
    ? { _tag: "progress", percent: 100 * Math.min(1, Math.max(0, share)) }
    : undefined
}

/** Removes characters that control a terminal or reverse the direction of text, line by line. */
const plainLines = (text: string): string => text.split(/\r?\n/).map(plainText).join("\n")

/** Maximum number of characters of output that are stored with the run. Longer output is truncated. */
const MOST_OUTPUT = 64 * 1024

const cut = (text: string): string =>
  plainLines(text.length <= MOST_OUTPUT ? text : `${text.slice(0, MOST_OUTPUT).toWellFormed()}…`)

/** Parses `{error?, output?}` from stdout. Any other text is the output itself. */
export const resultOf = (stdout: string): { readonly error?: string; readonly output: string } => {
  const text = stdout.trim()
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === "object" && value !== null && ("error" in value || "output" in value)) {
      const { error, output } = value as { readonly error?: unknown; readonly output?: unknown }
      const shown = output === undefined || output === null ? "" : asText(output)
      return { ...(isEmpty(error) ? {} : { error: cut(asText(error)) }), output: cut(shown) }
    }
  } catch {
    // The text is not JSON and is therefore the output.
  }
  return { output: cut(text) }
}

const isEmpty = (error: unknown): boolean => error === undefined || error === null || error === ""
const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

const REDACTED = "••••••"
/**
 * Minimum length of a credential that is redacted. Shorter credentials are not, because such short strings occur in any
 * text.
 */
const SHORTEST = 4

/** Returns a function that replaces credentials in a string, including their common encodings. */
export const redactor = (secrets: ReadonlyArray<string>) => {
  const spellings = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString("base64").replace(/=+$/, "")
    ])
    .toSorted((a, b) => b.length - a.length)
  return (text: string): string =>
    spellings.reduce((left, spelling) => left.replaceAll(spelling, REDACTED), text)
}
