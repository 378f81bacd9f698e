/** Formats seconds for a text field: "1:02:03.5". */
export const timeText = (seconds: number): string => {
  const tenths = Math.round(seconds * 10)
  const whole = Math.floor(tenths / 10)
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number): string => String(value).padStart(2, "0")
  const clock = hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
  return tenths % 10 === 0 ? clock : `${clock}.${tenths % 10}`
}

/** Parses a time such as "65", "1:05", "1:02:30.5" or "1:05,5" to seconds. Returns undefined for other text. */
export const secondsOf = (text: string): number | undefined => {
  const parts = /^(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,6}(?:[.,]\d{1,3})?)$/.exec(text.trim())
  if (parts === null) return undefined
  const [hours, minutes] = [Number(parts[1] ?? 0), Number(parts[2] ?? 0)]
  const seconds = Number(parts[3]!.replace(",", "."))
  if (parts[2] !== undefined && seconds >= 60) return undefined
  if (parts[1] !== undefined && minutes >= 60) return undefined
  return hours * 3_600 + minutes * 60 + seconds
}
