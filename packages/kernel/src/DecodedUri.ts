/** What a part of an address stands for; the part itself where it is encoded wrongly. */
export const decodedUri = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
