import { describe, expect, it } from "vitest"
import { MOST_HITS, MOST_JSON_DEPTH } from "../limits.ts"
import { parsedJson } from "./Json.ts"
import { select } from "./path.ts"
import { selectJson } from "./selectJson.ts"

const ship = `{
  "name": {"short": "Ada", "long": "Ada of the North"},
  "built": 1987, "id": 12345678901234567890, "length": 12.50, "tiny": 1e-7, "sunk": false, "owner": null,
  "crew": [
    {"first": "Mia", "last": "Berg", "age": 44, "radios": ["a", "b"]},
    {"first": "Tom", "last": "Holm", "age": 68, "radios": ["b", "c"]},
    {"first": "Eva", "last": "Berg", "age": 47, "radios": ["a", "c"]}
  ],
  "ports": ["Oslo", "Bergen", "Hull"],
  "fav.port": "Hull", "@type": "Ship", "children": {"kim": 1, "kay": 2}
}`
const document = parsedJson(ship)!
const raw = (path: string) => select(document, path)?.raw

describe("select", () => {
  it.each([
    ["name.short", '"Ada"'],
    ["name|short", '"Ada"'],
    ["crew.#", "3"],
    ["ports.1", '"Bergen"'],
    ["ports.7", undefined],
    ["ports.name", undefined],
    ["children.k*", "1"],
    ["children.ka?", "2"],
    ["children.k?", undefined],
    ["*.kay", undefined],
    ["chil*.kay", "2"],
    ["fav\\.port", '"Hull"'],
    ["@type", '"Ship"'],
    ["crew.#.first", '["Mia","Tom","Eva"]'],
    ["crew.#.nothing", "[]"],
    ["crew.#.first.0", "[]"],
    ["crew.#.first|0", '"Mia"'],
    ["crew.#.radios.#", "[2,2,2]"],
    ["crew.#.radios|#", "3"],
    ["crew.#.radios.1", '["b","c","c"]'],
    ['crew.#(last=="Berg").first', '"Mia"'],
    ['crew.#(last=="Berg")#.first', '["Mia","Eva"]'],
    ['crew.#(last="Berg")#|#', "2"],
    ['crew.#(last!="Berg").first', '"Tom"'],
    ["crew.#(age>45)#.age", "[68,47]"],
    ["crew.#(age<=44).first", '"Mia"'],
    ['crew.#(first%"*a").first', '"Mia"'],
    ['crew.#(first!%"*a").first', '"Tom"'],
    ['crew.#(radios.#(=="c"))#.first', '["Tom","Eva"]'],
    ['ports.#(%"*l*")#', '["Oslo","Hull"]'],
    ["crew.#(nobody)#", "[]"],
    ["crew.#(nobody)", undefined],
    ["crew.#(age).first", '"Mia"'],
    ["crew.#(age==~true)#|#", "3"],
    ["crew.#(gone==~false)#|#", "3"],
    ["crew.#(gone==~null)#|#", "3"],
    ["crew.#(age==~*)#|#", "3"],
    ["ports.@reverse", '["Hull","Bergen","Oslo"]'],
    ["ports|@reverse|0", '"Hull"'],
    ["children.@keys", '["kim","kay"]'],
    ["children.@values", "[1,2]"],
    ["children.@this.kim", "1"],
    ["crew.#.radios|@flatten", '["a","b","b","c","a","c"]'],
    ["crew.#.radios.@reverse", '[["b","a"],["c","b"],["c","a"]]'],
    ['{name.short,"port":ports.0,gone}', '{"short":"Ada","port":"Oslo"}'],
    ["[built,children.kim].1", "1"],
    ["crew.#.{first,age}|1", '{"first":"Tom","age":68}'],
    ["crew.#.{first}|@join|first", '"Eva"'],
    ['{"a":!"fixed"}', '{"a":"fixed"}'],
    ["children.@tostr", '"{\\"kim\\": 1, \\"kay\\": 2}"'],
    ["children.@tostr|@fromstr|kay", "2"],
    ['{"name":crew.#.first,"age":crew.#.age}|@group|2', '{"name":"Eva","age":47}'],
    ["children.@ugly", '{"kim":1,"kay":2}'],
    ["children.@pretty|kay", "2"],
    ["..0.built", "1987"],
    ["crew.#(", undefined],
    ["{name", undefined],
    ["", undefined]
  ])("selects the value at %s", (path, value) => expect(raw(path)).toBe(value))

  it("flattens and joins values", () => {
    const nested = parsedJson('[1,[2,[3]],{"a":1},{"a":2,"b":3}]')!
    expect(select(nested, "@flatten")?.raw).toBe('[1,2,[3],{"a":1},{"a":2,"b":3}]')
    expect(select(nested, '@flatten:{"deep":true}')?.raw).toBe('[1,2,3,{"a":1},{"a":2,"b":3}]')
    expect(select(nested, '@join:{"preserve":true}')?.raw).toBe('{"a":1,"a":2,"b":3}')
  })
})

describe("selectJson", () => {
  it.each([
    ["ports", ["Oslo", "Bergen", "Hull"]],
    ["id", ["12345678901234567890"]],
    ["length", ["12.5"]],
    ["tiny", ["0.0000001"]],
    ["owner", [""]],
    ["sunk", ["false"]],
    ["children", ['{"kim": 1, "kay": 2}']],
    ["gone", []]
  ])("returns the values at %s", (path, values) => expect(selectJson(document, path)).toEqual({ values }))

  it("limits the number of values", () => {
    const many = parsedJson(JSON.stringify(Array.from({ length: MOST_HITS + 1 }, () => 1)))!
    expect(selectJson(many, "@this")).toMatchObject({ problem: expect.stringContaining("only the first") })
    expect(selectJson(many, "a".repeat(10_000))).toMatchObject({
      problem: expect.stringContaining("too long")
    })
    expect(selectJson(many, `${"[".repeat(4_000)}${"]".repeat(4_000)}`)).toMatchObject({
      problem: expect.stringContaining("nested too deeply")
    })
  })
})

describe("parseJson", () => {
  it.each(["", "{", "[1,]", "{a:1}", "01", "1 2", "'a'", '"\u0001"', "[1,2", "nul", '{"a" 1}', "\ufeff1"])(
    "rejects %j",
    (text) => expect(parsedJson(text)).toBeUndefined()
  )

  it("rejects JSON that is nested too deeply", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)
    expect(parsedJson(nested(MOST_JSON_DEPTH))).toBeDefined()
    expect(parsedJson(nested(100_000))).toBeUndefined()
  })
})
