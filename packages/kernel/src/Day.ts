/**
 * True if the text is an existing day in the years 1 to 9999, such as 2024-05-31. `Date.parse` would accept 2024-02-30
 * as March 1, and the year 0. PostgreSQL rejects both.
 */
export const isDay = (text: string): boolean => {
  const at = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** True for a year from 1000 to 2999. */
export const isYear = (text: string): boolean => /^[12]\d{3}$/.test(text)
