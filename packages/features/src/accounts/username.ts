/** The form usernames are compared in: `Ada`, `ADA` and the full-width spelling are one name. */
export const usernameKey = (username: string): string => username.normalize("NFKC").toLowerCase()

/** Letters of these look alike: a name of two of them imitates another. */
const lookalikes = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

/** What is wrong with a new username, or undefined. Judged as it will be stored: in NFKC. */
export const usernameProblem = (username: string): string | undefined => {
  const name = username.normalize("NFKC")
  if (name.length === 0 || name.length > 64) return "must have 1 to 64 characters"
  // Invisible letters and marks exist, such as U+3164 and U+034F; they are no spaces and no controls.
  if (/\p{Default_Ignorable_Code_Point}/u.test(name)) return "must not contain invisible characters"
  if (!/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._@+-]*$/u.test(name)) {
    return "must have letters, digits and . _ - @ + only, and begin with a letter, digit or _"
  }
  if (lookalikes.filter((script) => script.test(name)).length > 1) {
    return "must not mix letters of alphabets that look alike"
  }
  return undefined
}

/** Eight spaces, or one character repeated: long, and guessed at once. */
export const isMonotonous = (password: string): boolean => {
  const visible = password.replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, "")
  return visible === "" || new Set(password).size === 1
}
