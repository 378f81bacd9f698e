import { afterEach, describe, expect, it } from "vitest"
import { lasting } from "@/lib/storage"
import { defineMessages, translate, useMessages } from "./messages"
import { disguise, locale, startLocale } from "./i18n/locale"

const messages = defineMessages("test", {
  title: "Videos",
  left: "{count} left",
  files: "{count} file in {folder} | {count} files in {folder}",
  year: "Made in {year}",
  odd: "50 % of 3 | 4"
})

describe("messages", () => {
  afterEach(async () => {
    lasting.drop("locale")
    disguise.value = undefined
    await startLocale()
  })

  it("formats numbers and chooses the plural form by `count`", () => {
    const t = useMessages(messages)
    expect(t("title")).toBe("Videos")
    expect(t("left", { count: 2895 })).toBe("2,895 left")
    expect(t("files", { count: 1, folder: "/films" })).toBe("1 file in /films")
    expect(t("files", { count: 0, folder: "/films" })).toBe("0 files in /films")
    expect(t("year", { year: "2014" })).toBe("Made in 2014")
    expect(translate(messages, "odd", { count: 2 })).toBe("4")
  })

  it("rejects an unknown key or a missing value at compile time", () => {
    const t = useMessages(messages)
    // @ts-expect-error there is no such key
    expect(t("titel")).toBe("test.titel")
    // @ts-expect-error count is missing
    expect(t("left")).toContain("left")
  })

  it("inserts parameters literally", () => {
    expect(translate(messages, "files", { count: 2, folder: "{count} | <b>" })).toBe(
      "2 files in {count} | <b>"
    )
  })

  it("lengthens and accents messages in the pseudo-locale, but not inserted values", async () => {
    lasting.write("locale", "en-XA")
    await startLocale()
    const text = translate(messages, "files", { count: 2, folder: "/films" })
    expect(text).toContain("/films")
    expect(text).toContain("fílé")
    expect(translate(messages, "title").length).toBeGreaterThanOrEqual("Videos".length * 1.3)
    expect(locale.value).toBe("en-XA")
    expect(document.documentElement.dir).toBe("ltr")
  })

  it("sets the text direction to right-to-left in the right-to-left pseudo-locale", async () => {
    lasting.write("locale", "en-XB")
    await startLocale()
    expect(document.documentElement.dir).toBe("rtl")
  })
})
