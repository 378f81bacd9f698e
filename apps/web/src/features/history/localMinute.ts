/** Formats an instant as the value of a `datetime-local` field, in the browser's time zone. */
export const localMinute = (instant: string): string => {
  const date = new Date(instant)
  const two = (number: number): string => String(number).padStart(2, "0")
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}
