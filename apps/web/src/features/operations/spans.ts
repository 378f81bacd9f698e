/** Formats a duration: 84 ms, 1.2 s, 31 s, 2 m 05 s, 1 h 02 m, 3 d 4 h. */
export const spanText = (ms: number): string => {
  const whole = Math.max(0, Math.round(ms))
  if (whole < 1_000) return `${whole} ms`
  if (whole < 9_950) return `${(whole / 1_000).toFixed(1)} s`
  const seconds = Math.round(whole / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} m ${two(seconds % 60)} s`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h ${two(minutes % 60)} m` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** Formats the elapsed time in whole seconds, so that the text does not change with every render. */
export const runningText = (ms: number): string =>
  spanText(Math.max(1_000, Math.floor(ms / 1_000) * 1_000)).replace(".0", "")

/** Formats an age in its largest unit, so that the text changes rarely. */
export const ageText = (ms: number): string => {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  if (minutes < 1) return "< 1 min"
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}

/** Formats an estimated duration, rounded because estimates are imprecise: 10 s, 50 s, 3 min, 2 h, 2 d. */
export const etaText = (seconds: number): string => {
  if (seconds < 55) return `${Math.max(10, Math.ceil(seconds / 10) * 10)} s`
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 90) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`
}

/** Formats a rate, with one decimal below 10: 24, 3.1, 0.1. */
export const rateText = (rate: number): string =>
  rate >= 10 ? Math.round(rate).toLocaleString() : rate.toFixed(1)

const two = (value: number): string => String(value).padStart(2, "0")
