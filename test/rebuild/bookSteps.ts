import type { Step, World } from "./World.ts"

/** Returns a step that examines a book once, or twice in a row with different results. */
export const bookStep = ({ later, random }: World): Step => {
  const read = () =>
    later({
      _tag: "book.read.v1",
      size: 1,
      mtimeMs: random.below(9),
      set: random.oneOf([
        {},
        { title: `The Part ${random.below(9)}` },
        { title: "Saga", date: null, details: null },
        { date: "2012", details: `Text ${random.below(9)}` }
      ]),
      format: "comic",
      authors: random.oneOf([
        [],
        [
          { name: "Naoki Urasawa", role: "author" },
          { name: "naoki  urasawa", role: "artist" }
        ]
      ]),
      series: random.oneOf([null, { name: "Monster", number: null }, { name: "MONSTER", number: 1.5 }]),
      language: null,
      publisher: "Big \u2028 Comic",
      pages: random.oneOf([null, 20]),
      isRightToLeft: random.below(2) === 0,
      isProtected: false
    } as never)
  return read
}
