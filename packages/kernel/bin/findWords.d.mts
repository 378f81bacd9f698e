/** A range of a text, from `start` up to, but not including, `end`. */
export interface WordPlace {
  readonly start: number
  readonly end: number
}
export const findWords: (text: string, words: string, most?: number) => ReadonlyArray<WordPlace>
