/** Decodes a URL component. Returns it unchanged if its encoding is invalid. */
export const decodedUri = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
