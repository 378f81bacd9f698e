import { expect, it } from "vitest"
import { phraseIn, phraseOf, toQuery, toVector } from "./Words.ts"

const hits = (text: string, q: string) =>
  phraseIn(text, phraseOf(q)!).map(({ end, start }) => text.slice(start, end))

it("a phrase is found by its words, whatever their case, accents and apostrophes", () => {
  expect(hits("Don’t go to the Café!", "DONT GO")).toEqual(["Don’t go"])
  expect(hits("Don’t go to the Café!", "cafe\u0301")).toEqual(["Café"])
  expect(hits("to be, or not\nto be", "to be")).toEqual(["to be", "to be"])
  expect(hits("hello there", "hel")).toEqual(["hello"])
  expect(hits("hello there", "hello th")).toEqual([])
  expect(hits("hello there", "hello the")).toEqual(["hello there"])
  expect(hits("hello there", '"hel"')).toEqual([])
})

it("languages without spaces are found by what stands beside each other", () => {
  expect(hits("今日は世界が終わる", "世界")).toEqual(["世界"])
  expect(hits("今日は世界が終わる", "世終")).toEqual([])
  expect(hits("สวัสดีชาวโลก", "ชาวโลก")).toEqual(["ชาวโลก"])
  expect(hits("안녕하세요 세계", "안녕하")).toEqual(["안녕하세요"])
})

it("is written for the database, which sees no quote of a text", () => {
  expect(toVector("It's a 'test' \\ here")).toBe("'its':1 'a':2 'test':3 'here':4")
  expect(toQuery(phraseOf("it's a tes")!)).toBe("'its' <-> 'a' <-> 'tes':*")
  expect(phraseOf(" .,!")).toBeUndefined()
  expect(toQuery(phraseOf("x ".repeat(99))!).split("<->")).toHaveLength(16)
})
