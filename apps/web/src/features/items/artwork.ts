/**
 * A placeholder for a thumbnail: two adjacent dark hues, always the same for the same video.
 * Hues are spread by the golden angle, so neighbors in a list differ.
 */
export const artworkHue = (id: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return Math.round(((hash >>> 0) * 137.508) % 360)
}

const small = new Set(["a", "an", "the", "of", "and", "in", "on", "at", "to"])

/** At most two initials of the significant words of the title. */
export const artworkInitials = (title: string): string => {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? []
  const carrying = words.filter((word) => !small.has(word.toLowerCase()))
  return (carrying.length > 0 ? carrying : words)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("")
}
