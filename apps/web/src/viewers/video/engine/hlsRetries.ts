/** Status 500: the server failed to encode a segment, but a retry may succeed. */
export const REFUSALS = 3
const SEGMENT_RETRIES = 20

/** No response or "not ready": a retry may help. A 404 or 401 is final. */
export const isWorthWaiting = (status: number): boolean => status === 0 || status === 503 || status === 502

/** Busy (503) may take a while; no response means a restart; a failed encoding (500) is requested one last time. */
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
