import * as Cause from "effect/Cause"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as LogLevel from "effect/LogLevel"
import { released } from "./HeldConfig.ts"
import { plainText } from "./PlainText.ts"
import { logLevelConfig } from "./ProcessConfig.ts"

/** The exit code EX_CONFIG of sysexits. A restart does not help, so a supervisor must not retry. */
const exitConfiguration = 78
const drainMillis = 9_000

/**
 * Tags of errors that an administrator must resolve before the next start. The errors are defined in other packages.
 */
const forPeople: ReadonlySet<unknown> = new Set([
  "SchemaNewer",
  "SchemaNotUpgradable",
  "RecoveryRefused",
  "CertificateRefused"
])

const isConfiguration = (error: unknown): boolean =>
  ConfigError.isConfigError(error) || forPeople.has((error as { _tag?: unknown } | null)?._tag)

const messageOf = (error: unknown): string => {
  if (ConfigError.isConfigError(error)) {
    return `The configuration is invalid: ${String(error).replaceAll("\n", "; ")}`
  }
  return error instanceof Error ? error.message : String(error)
}

/**
 * Writes one line per log event to stderr: `level message key=value`. Control characters are replaced by spaces, so
 * that a message cannot forge a line.
 */
const lineLogger = Logger.make(({ annotations, date, logLevel, message, cause }) => {
  const parts = (Array.isArray(message) ? message : [message]).map((part) =>
    typeof part === "string" ? part : part instanceof Error ? part.message : JSON.stringify(part)
  )
  const fields = [...annotations].map(
    ([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`
  )
  const why = Cause.isEmpty(cause) ? [] : [Cause.pretty(cause)]
  const text = plainText([...parts, ...fields, ...why].join(" "))
  process.stderr.write(`${date.toISOString()} ${logLevel.label.toLowerCase()} ${text.slice(0, 4_000)}\n`)
})

const processLogger = (minimum: LogLevel.LogLevel) =>
  Layer.merge(Logger.replace(Logger.defaultLogger, lineLogger), Logger.minimumLogLevel(minimum))

const echoMillis = 500

/**
 * Runs a program until SIGTERM, SIGINT, or the exit of the launcher that started it. Finalizers have nine seconds
 * before the process is forced to exit. A startup error is printed as one line, and the exit code is 78 or 1.
 */
export const runProcess = <E>(program: Effect.Effect<never, E>): void => {
  // Files that this process and its tools write reveal the contents of libraries, so only our user may read them.
  process.umask(0o077)
  const fiber = Effect.runFork(
    Effect.andThen(
      released,
      Effect.flatMap(logLevelConfig, (level) => Effect.provide(program, processLogger(level)))
    )
  )
  let askedAt: number | undefined
  const stop = () => {
    if (askedAt !== undefined) {
      // Ctrl+C in a terminal may arrive twice: directly from the terminal, and again through npm. A second signal
      // therefore forces the exit only if it arrives at least `echoMillis` after the first.
      if (performance.now() - askedAt >= echoMillis) process.exit(1)
      return
    }
    askedAt = performance.now()
    setTimeout(() => process.exit(1), drainMillis).unref()
    Effect.runFork(Fiber.interrupt(fiber))
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  process.on("disconnect", stop)
  fiber.addObserver((exit) => {
    if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) process.exit(0)
    const failure = Cause.failureOption(exit.cause)
    process.stderr.write(`${failure._tag === "Some" ? messageOf(failure.value) : Cause.pretty(exit.cause)}\n`)
    process.exit(failure._tag === "Some" && isConfiguration(failure.value) ? exitConfiguration : 1)
  })
}
