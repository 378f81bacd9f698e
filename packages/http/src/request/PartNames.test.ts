import { expect, it } from "vitest"
import { partNames } from "./PartNames.ts"

const named = (header: string) => partNames({ headers: { "content-disposition": header } })
const file = (filename: string) => named(`form-data; name="file"; filename=${filename}`).filename

it("reads the field name and the file name", () => {
  expect(named('form-data; name="folder"')).toEqual({ name: "folder", filename: undefined })
  expect(named('form-data; name="file"; filename="a.mp4"')).toEqual({ name: "file", filename: "a.mp4" })
  expect(named("form-data;name=file ; FileName = a.mp4")).toEqual({ name: "file", filename: "a.mp4" })
  expect(named('form-data; name="file"; filename=""')).toEqual({ name: "file", filename: "" })
})

it("reads names in every script", () => {
  for (const name of ["Фильм.mp4", "映画.mp4", "Cafe\u0301.mp4", "Über.mp4", "🎬.mp4", "€.mp4"])
    expect(file(`"${name}"`)).toBe(name)
  expect(named('form-data; name="Поле"').name).toBe("Поле")
})

it("unescapes only quotes and backslashes, and keeps all other backslashes, as in Windows paths", () => {
  expect(file('"a \\"b\\" \\\\ c.mp4"')).toBe('a "b" \\ c.mp4')
  expect(file('"C:\\Videos\\a.mp4"')).toBe("C:\\Videos\\a.mp4")
  expect(file('"a; name=b; c.mp4"')).toBe("a; name=b; c.mp4")
})

it("prefers the encoded file name if it is valid", () => {
  expect(file("\"a.mp4\"; filename*=UTF-8''%D0%A4.mp4")).toBe("Ф.mp4")
  expect(file("\"a.mp4\"; filename*=utf-8'en'%e2%82%ac.mp4")).toBe("€.mp4")
  expect(file("\"a.mp4\"; filename*=UTF-8''%D0%.mp4")).toBe("a.mp4")
  expect(file("\"a.mp4\"; filename*=KOI8-R''%C6.mp4")).toBe("a.mp4")
})

it("returns no names for an invalid header", () => {
  const nothing = { name: "", filename: undefined }
  for (const header of ["", "form-data", "form-data;", 'form-data; name="file', "form-data; ="])
    expect(named(header), header).toEqual(nothing)
  expect(partNames({ headers: {} })).toEqual(nothing)
  expect(partNames({ headers: { "content-disposition": ['form-data; name="a"', "b"] } })).toEqual(nothing)
  expect(named(`form-data; name="file"${'; a="\\"'.repeat(3_000)}`).name).toBe("file")
})
