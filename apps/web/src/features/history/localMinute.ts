/** An instant as a field for date and time shows it, in the zone of the browser. */
export const localMinute = (instant: string): string => {
  const date = new Date(instant)
  const two = (number: number): string => String(number).padStart(2, "0")
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}
