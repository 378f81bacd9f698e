/** The form in which usernames are compared: `Ada`, `ADA` and the full-width spelling are one name. */
export const usernameKey = (username: string): string => username.normalize("NFKC").toLowerCase()

/** Scripts whose letters look alike. A name that mixes two of them imitates another name. */
const lookalikes = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

/** The problem with a new username, or undefined. Checks the stored form (NFKC). */
export const usernameProblem = (username: string): string | undefined => {
  const name = username.normalize("NFKC")
  if (name.length === 0 || name.length > 64) return "must have 1 to 64 characters"
  // Invisible letters and marks such as U+3164 and U+034F are neither spaces nor control characters.
  if (/\p{Default_Ignorable_Code_Point}/u.test(name)) return "must not contain invisible characters"
  if (!/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._@+-]*$/u.test(name)) {
    return "must have letters, digits and . _ - @ + only, and begin with a letter, digit or _"
  }
  if (lookalikes.filter((script) => script.test(name)).length > 1) {
    return "must not mix letters of alphabets that look alike"
  }
  return undefined
}

/** Characters that usernames may not contain, and marks with which they may not begin. */
const foreign = /[^\p{L}\p{M}\p{N}._@+-]+/gu
const wrongStart = /^[^\p{L}\p{N}_]+/u

/**
 * The most similar valid name for one of an earlier version, such as "Living Room" for "Living_Room"; undefined if
 * nothing remains. Similar alphabets may stay mixed, because the name was in use.
 */
export const nearestUsername = (text: string): string | undefined => {
  const name = text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .trim()
    .replace(foreign, "_")
    .replace(wrongStart, "")
  const short = cutTo(name, 64)
  return /[\p{L}\p{N}]/u.test(short) ? short : undefined
}

/** Cuts a text to at most this many UTF-16 units, without half a character at the end. */
const cutTo = (text: string, units: number): string =>
  text.slice(0, units).isWellFormed() ? text.slice(0, units) : text.slice(0, units - 1)

/** `name-2`, `name-3` and so on, within the maximum length of a name. */
export const numberedUsername = (name: string, n: number): string =>
  n === 1 ? name : `${cutTo(name, 64 - `-${n}`.length)}-${n}`

/** The current name for an earlier one, because users of an earlier version may keep typing it. */
export const signInName = (typed: string): string =>
  usernameProblem(typed) === undefined ? typed : (nearestUsername(typed) ?? typed)

/** Tells whether a password is one repeated character, such as eight spaces: long, but guessed immediately. */
export const isMonotonous = (password: string): boolean => {
  const visible = password.replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, "")
  return visible === "" || new Set(password).size === 1
}
