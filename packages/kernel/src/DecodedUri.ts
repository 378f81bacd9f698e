/** Decodes a URL component. Returns the text unchanged if its percent-encoding is invalid. */
export const decodedUri = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
