import type { RequestOrigin } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as LogLevel from "effect/LogLevel"
import type { IncomingMessage, ServerResponse } from "node:http"

const secrets = new Set(["access_token", "token", "password", "apikey"])

const isSecret = (name: string): boolean => {
  // Decode the name, because `access%5ftoken` is the same parameter as `access_token`.
  const [[read = ""] = []] = new URLSearchParams(name)
  return secrets.has(read.toLowerCase())
}

/**
 * Matches the beginning of a parameter, even if the client encoded its delimiters once or several times. Some proxies
 * and players create such URLs by mistake. Otherwise, the log would contain the token in encoded form.
 */
const beginning = /(?:^|[?;]|%(?:25)*(?:3f|26|3b))((?:(?!%(?:25)*(?:3f|26|3b|3d))[^?;=])+)(?:=|%(?:25)*3d)/gi

/** Redacts the value of the first secret and all text after it, because it is unknown where the secret ends. */
const redactPart = (part: string): string => {
  for (const { 0: text, 1: name = "", index } of part.matchAll(beginning))
    if (isSecret(name)) return `${part.slice(0, index + text.length)}…`
  return part
}

/**
 * Redacts the values of secret parameters in a URL for the log. The names remain, so that the log shows that a secret
 * was sent.
 */
export const redactTarget = (target: string): string =>
  target.split("&").map(redactPart).join("&").slice(0, 500)

/**
 * True if successful requests are logged. This is only done at debug level, because a log line costs more CPU time than
 * a small response.
 */
export const isLoggingAccess = Effect.map(FiberRef.get(FiberRef.currentMinimumLogLevel), (minimum) =>
  LogLevel.lessThanEqual(minimum, LogLevel.Debug)
)

export interface AccessLogOptions {
  readonly startedAt: number
  readonly isVerbose: boolean
  readonly run: (effect: Effect.Effect<void>) => void
}

/**
 * Logs one line per request when its response is complete. Server errors are logged as warnings, and all other requests
 * at debug level.
 */
export const logAccess = (
  request: IncomingMessage,
  response: ServerResponse,
  origin: RequestOrigin,
  { isVerbose, run, startedAt }: AccessLogOptions
): void => {
  response.once("close", () => {
    const isFailure = response.statusCode >= 500
    if (!isFailure && !isVerbose) return
    const fields = {
      method: request.method,
      target: redactTarget(request.url ?? ""),
      status: response.writableFinished ? response.statusCode : 499,
      ms: Math.round(performance.now() - startedAt),
      ip: origin.ipAddress,
      requestId: origin.requestId
    }
    run(Effect.annotateLogs(isFailure ? Effect.logWarning("request") : Effect.logDebug("request"), fields))
  })
}
