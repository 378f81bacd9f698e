/** The form usernames are compared in: `Ada`, `ADA` and the full-width spelling are one name. */
export const usernameKey = (username: string): string => username.normalize("NFKC").toLowerCase()
