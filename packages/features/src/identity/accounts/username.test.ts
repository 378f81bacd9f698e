import { expect, it } from "vitest"
import { isMonotonous, usernameProblem } from "./username.ts"

it.each([
  "ada",
  "Ada_Lovelace",
  "zoë.ångström",
  "Zoe\u0308",
  "用户1",
  "ひらがなと漢字",
  "Ольга",
  "Ελένη",
  "عمر",
  "हिन्दी",
  "name@example.org",
  "ａｄａ",
  "_backup",
  "x"
])("accepts the username %j", (name) => {
  expect(usernameProblem(name)).toBeUndefined()
})

it.each([
  ["", /characters/],
  ["x".repeat(65), /characters/],
  ["ﷺ".repeat(5), /characters|only/],
  ["ad min!", /only/],
  [" ada", /only/],
  ["ada ", /only/],
  ["a\u00a0da", /only/],
  ["a\u3000da", /only/],
  ["a:b", /only/],
  ["a/b", /only/],
  ["a\u0007", /only/],
  ["a\nb", /only/],
  ["-rf", /begin/],
  ["\u0301ada", /begin/],
  ["a\u200bda", /invisible/],
  ["a\u200dda", /invisible/],
  ["\ufeffada", /invisible/],
  ["a\u00adda", /invisible/],
  ["ada\u202e", /invisible/],
  ["ada\u2066", /invisible/],
  ["ada\ufe0f", /invisible/],
  ["ada\u034f", /invisible/],
  ["ada\u3164", /invisible/],
  ["ada\u{e0041}", /invisible/],
  ["ada\u2800", /only/],
  ["🎬", /only/],
  ["аda", /similar-looking/],
  ["adα", /similar-looking/],
  ["Օlga", /similar-looking/]
])("rejects the username %j", (name, reason) => {
  expect(usernameProblem(name)).toMatch(reason)
})

it.each([
  ["        ", true],
  ["\u3000\u2003\u200b\u00a0 \t  ", true],
  ["aaaaaaaaaa", true],
  ["🎬🎬🎬🎬🎬🎬🎬🎬", true],
  ["a       ", false],
  ["correct horse", false],
  ["12345678", false]
])("decides whether the password %j is too repetitive: %s", (password, is) => {
  expect(isMonotonous(password)).toBe(is)
})
