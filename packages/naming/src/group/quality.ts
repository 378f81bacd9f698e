const lines = /(?<![\da-z])(\d{3,4})[pi](?![a-z])/i
const shape = /(?<![\da-z])\d{3,4}x(\d{3,4})(?![\da-z])/i
const words: ReadonlyArray<readonly [RegExp, number]> = [
  [/(?<![a-z\d])8k(?![a-z\d])/i, 4320],
  [/(?<![a-z\d])(?:4k|u(?:ltra)?hd)(?![a-z\d])/i, 2160]
]

/** Returns the height of the video according to its name, or 0. */
export const heightOf = (stem: string): number => {
  const [, told] = lines.exec(stem) ?? shape.exec(stem) ?? []
  if (told !== undefined) return Number(told)
  return words.find(([pattern]) => pattern.test(stem))?.[1] ?? 0
}
