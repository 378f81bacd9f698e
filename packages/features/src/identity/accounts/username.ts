/**
 * Returns the form of a username that is used for comparisons. `Ada`, `ADA` and their full-width spellings are the same
 * name.
 */
export const usernameKey = (username: string): string => username.normalize("NFKC").toLowerCase()

/** Scripts with similar letters. A name that mixes two of these scripts may imitate an existing name. */
const lookalikes = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

/** Returns the problem with a new username in its stored form (NFKC), or undefined if the username is valid. */
export const usernameProblem = (username: string): string | undefined => {
  const name = username.normalize("NFKC")
  if (name.length === 0 || name.length > 64) return "must have 1 to 64 characters"
  // Invisible characters such as U+3164 and U+034F are neither spaces nor control characters, so they require a
  // separate check.
  if (/\p{Default_Ignorable_Code_Point}/u.test(name)) return "must not contain invisible characters"
  if (!/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._@+-]*$/u.test(name)) {
    return "may contain only letters, digits and . _ - @ +, and must begin with a letter, digit or _"
  }
  if (lookalikes.filter((script) => script.test(name)).length > 1) {
    return "must not mix similar-looking letters from different alphabets"
  }
  return undefined
}

/**
 * Matches characters that usernames must not contain. `wrongStart` matches characters that they must not start with.
 */
const foreign = /[^\p{L}\p{M}\p{N}._@+-]+/gu
const wrongStart = /^[^\p{L}\p{N}_]+/u

/**
 * Returns the most similar valid name for a name from an earlier version, such as "Living_Room" for "Living Room".
 * Returns undefined if no characters remain. The result may mix similar alphabets, because the name was already in use.
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

/** Truncates a string to `units` UTF-16 code units, without splitting a surrogate pair. */
const cutTo = (text: string, units: number): string =>
  text.slice(0, units).isWellFormed() ? text.slice(0, units) : text.slice(0, units - 1)

/** Returns `name` if `n` is 1. Otherwise, returns `name-2`, `name-3` and so on, truncated to the maximum length. */
export const numberedUsername = (name: string, n: number): string =>
  n === 1 ? name : `${cutTo(name, 64 - `-${n}`.length)}-${n}`

/** Returns the current name for a typed name. Users may continue to type a name from an earlier version. */
export const signInName = (typed: string): string =>
  usernameProblem(typed) === undefined ? typed : (nearestUsername(typed) ?? typed)

/** Returns true if a password is blank or a single repeated character, which is guessed immediately. */
export const isMonotonous = (password: string): boolean => {
  const visible = password.replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, "")
  return visible === "" || new Set(password).size === 1
}
