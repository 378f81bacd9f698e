import { expect, it } from "vitest"
import { phraseIn, phraseOf, toQuery, toVectors } from "./Words.ts"

const hits = (text: string, q: string) =>
  phraseIn(text, phraseOf(q)!).map(({ end, start }) => text.slice(start, end))

it("finds a phrase by its words, ignoring case, accents and apostrophes", () => {
  expect(hits("Don’t go to the Café!", "DONT GO")).toEqual(["Don’t go"])
  expect(hits("Don’t go to the Café!", "cafe\u0301")).toEqual(["Café"])
  expect(hits("to be, or not\nto be", "to be")).toEqual(["to be", "to be"])
  expect(hits("hello there", "hel")).toEqual(["hello"])
  expect(hits("hello there", "hello th")).toEqual(["hello there"])
  expect(hits("hello there", "th")).toEqual([])
  expect(hits("hello there", "hello the")).toEqual(["hello there"])
  expect(hits("hello there", '"hel"')).toEqual([])
})

it("finds a phrase in a language without spaces if its characters are adjacent", () => {
  expect(hits("今日は世界が終わる", "世界")).toEqual(["世界"])
  expect(hits("今日は世界が終わる", "世終")).toEqual([])
  expect(hits("สวัสดีชาวโลก", "ชาวโลก")).toEqual(["ชาวโลก"])
  expect(hits("안녕하세요 세계", "안녕하")).toEqual(["안녕하세요"])
})

const cue = (startSeconds: number, text: string) => ({
  startMs: startSeconds * 1_000,
  endMs: startSeconds * 1_000 + 2_000,
  text
})
const query = (q: string) => toQuery(phraseOf(q)!)

it("escapes quotes in words for the database", () => {
  expect(toVectors([cue(0, "It's a 'test' \\ here")])).toEqual(["'its':1A 'a':2A 'test':3A 'here':4A"])
  expect(query("it's a tes")).toEqual({
    words: "'its':A <-> 'a' <-> 'tes':*",
    beginning: "its a tes"
  })
  expect(query("test")).toEqual({ words: "'test':*A", beginning: undefined })
  expect(phraseOf(" .,!")).toBeUndefined()
  expect(query("x ".repeat(99)).words.split("<->")).toHaveLength(9)
})

it("looks up a phrase by its first one or two words and up to three letters of the next word", () => {
  const beginning = (q: string) => query(q).beginning
  expect(beginning("looking at")).toBe("looking a")
  expect(beginning("looking at ")).toBe("looking at")
  expect(beginning("looking a")).toBe("looking a")
  expect(beginning("looking away")).toBe("looking awa")
  expect(beginning("looking awa ")).toBe("looking awa")
  expect(beginning("here we go")).toBe("here we")
  expect(beginning("here we go ")).toBe("here we go")
  expect(beginning("here we go again")).toBe("here we go")
  expect(beginning("looking always a")).toBe("looking alw")
  expect(beginning("looking always again")).toBe("looking always aga")
  expect(beginning("世界が終わる")).toBe("世 界 が")
  expect(query("at").words).toBe("'at':A")
  expect(query("a b c d e f g h i j").words).toBe(query("a b c d e f g h i ").words)
})

it("indexes each cue together with the words after it, up to the next long pause", () => {
  const cues = [cue(0, "Here's"), cue(3, "looking"), cue(6, "at you, kid."), cue(30, "We'll always have")]
  expect(toVectors(cues)).toEqual([
    "'heres':1A 'looking':2 'at':3 'you':4 'kid':5",
    "'looking':1A 'at':2 'you':3 'kid':4",
    "'at':1A 'you':2A 'kid':3A",
    "'well':1A 'always':2A 'have':3A"
  ])
  const [first] = toVectors([cue(0, "a"), cue(1, "b c d e f"), cue(2, "g h i j k l")])
  expect(first).toBe("'a':1A 'b':2 'c':3 'd':4 'e':5 'f':6 'g':7 'h':8 'i':9")
})
