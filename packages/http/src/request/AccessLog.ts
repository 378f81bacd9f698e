import type { RequestOrigin } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as LogLevel from "effect/LogLevel"
import type { IncomingMessage, ServerResponse } from "node:http"

const secrets = new Set(["access_token", "token", "password", "apikey"])

const isSecret = (name: string): boolean => {
  // As it will be read: `access%5ftoken` names the same parameter.
  const [[read = ""] = []] = new URLSearchParams(name)
  return secrets.has(read.toLowerCase())
}

/** Tokens in URLs are secrets: the log shows that there was one, not which. */
export const redactTarget = (target: string): string =>
  target
    .replace(/([?&])([^?&=]+)=[^&]*/g, (whole, separator: string, name: string) =>
      isSecret(name) ? `${separator}${name}=…` : whole
    )
    .slice(0, 500)

/** Whether anybody wants lines about requests that went well: making one costs more than a small answer. */
export const isLoggingAccess = Effect.map(FiberRef.get(FiberRef.currentMinimumLogLevel), (minimum) =>
  LogLevel.lessThanEqual(minimum, LogLevel.Debug)
)

export interface AccessLogOptions {
  readonly startedAt: number
  readonly isVerbose: boolean
  readonly run: (effect: Effect.Effect<void>) => void
}

/** One line a request, when its answer is complete: failures loudly, the rest for those who want it. */
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
