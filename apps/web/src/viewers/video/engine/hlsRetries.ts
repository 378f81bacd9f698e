/** The player gives up after this many responses with status 500, which means that encoding failed. */
export const REFUSALS = 3
const SEGMENT_RETRIES = 20

/**
 * True if a retry may succeed, because the request got no response or the server is not ready. Other errors, such as
 * 404 and 401, are final.
 */
export const isWorthWaiting = (status: number): boolean => status === 0 || status === 503 || status === 502

/**
 * Retry policy for segments. There are many retries, because a busy server (503) may need a while, and a missing
 * response may mean that the server is restarting. A failed encoding (500) is retried fewer times.
 */
const retry = {
  maxNumRetry: SEGMENT_RETRIES,
  retryDelayMs: 500,
  maxRetryDelayMs: 2_000,
  shouldRetry: (
    config: { readonly maxNumRetry: number } | null | undefined,
    count: number,
    isTimeout: boolean,
    answer: { readonly code?: number } | undefined
  ): boolean => {
    if (!config || count >= config.maxNumRetry) return false
    return answer?.code === 500 ? count < REFUSALS : isTimeout || isWorthWaiting(answer?.code ?? 0)
  }
} as const

export const fragLoadPolicy = {
  default: { maxTimeToFirstByteMs: 20_000, maxLoadTimeMs: 120_000, timeoutRetry: retry, errorRetry: retry }
}
