import { mount } from "@vue/test-utils"
import { expect, it } from "vitest"
import { hueOf } from "./cover"
import ItemPicture from "./ItemPicture.vue"
import { thumbHashAddress, type Picture } from "./picture"

const picture = (over: Partial<Picture> = {}): Picture => ({
  url: "/api/videos/v1/thumbnail?v=a1",
  version: "a1",
  width: 1280,
  height: 720,
  thumbHash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
  ...over
})
const show = (of: Picture | null, over = {}) => mount(ItemPicture, { props: { picture: of, ...over } })

it("shows the thumbhash until the picture has loaded, then fades the picture in", async () => {
  const shown = show(picture({ url: "/api/videos/v2/thumbnail?v=b" }), { alt: "A harbor" })
  expect(shown.attributes("style")).toContain("data:image/png")
  const image = shown.get("img")
  expect(image.classes()).toContain("opacity-0")
  expect(image.attributes()).toMatchObject({ loading: "lazy", decoding: "async", alt: "A harbor" })
  await image.trigger("load")
  expect(shown.get("img").classes()).not.toContain("opacity-0")
})

it("does not fade in a picture that was shown before", async () => {
  await show(picture()).get("img").trigger("load")
  expect(show(picture()).get("img").classes()).not.toContain("opacity-0")
  expect(
    show(picture({ url: "/api/videos/v1/thumbnail?v=a2" }))
      .get("img")
      .classes()
  ).toContain("opacity-0")
})

it("offers no width larger than the picture", () => {
  const of = (width: number) => show(picture({ width })).get("img").attributes("srcset")
  expect(of(1280)?.match(/\d+w/g)).toEqual(["320w", "640w", "1280w"])
  expect(of(426)?.match(/\d+w/g)).toEqual(["320w", "426w"])
  expect(of(200)).toBe("/api/videos/v1/thumbnail?v=a1&width=200 200w")
})

it("shows a tall picture uncropped, unless cropping is requested", () => {
  const tall = picture({ width: 720, height: 1280 })
  expect(show(tall).get("img").classes()).toContain("object-contain")
  expect(show(tall, { isCropped: true }).get("img").classes()).toContain("object-cover")
})

it("shows an icon for a missing picture and the thumbhash for a broken one", async () => {
  const none = show(null)
  expect(none.find("img").exists()).toBe(false)
  expect(none.find("svg").exists()).toBe(true)
  const broken = show(picture())
  await broken.get("img").trigger("error")
  expect(broken.find("img").exists()).toBe(false)
  expect(broken.attributes("style")).toContain("data:image/png")
})

it("shows the original file until a picture has been generated", async () => {
  const early = show(null, { original: "/api/images/i1/source" })
  expect(early.get("img").attributes()).toMatchObject({ src: "/api/images/i1/source", loading: "lazy" })
  await early.get("img").trigger("error")
  expect(early.find("img").exists()).toBe(false)
  expect(early.find("svg").exists()).toBe(true)
  const later = show(picture(), { original: "/api/images/i1/source" })
  expect(later.get("img").attributes("src")).toContain("/api/videos/v1/thumbnail")
})

it("draws a cover with the title and author in a color derived from the author", () => {
  const cover = { title: "The Whale", by: "Herman Melville" }
  const drawn = show(null, { cover })
  expect(drawn.text()).toBe("The WhaleHerman Melville")
  expect(drawn.find("svg").exists()).toBe(false)
  expect(hueOf(cover)).toBe(hueOf({ ...cover, title: "Typee" }))
  expect(hueOf({ title: "The Whale" })).not.toBe(hueOf({ title: "Typee" }))
  expect(show(null, { cover, reason: "It is damaged." }).text()).toBe("It is damaged.")
  expect(show(picture(), { cover }).text()).toBe("")
})

it("ignores an invalid thumbhash", () => {
  expect(thumbHashAddress("%%%")).toBeUndefined()
})

it("shows the backdrop instead of a poster in a wide box", async () => {
  const poster = picture({ width: 400, height: 600 })
  const wide = show(poster, { isWide: true })
  expect(wide.get("img").attributes("src")).toContain("/api/videos/v1/backdrop?v=a1")
  await wide.get("img").trigger("error")
  expect(wide.get("img").attributes("src")).toContain("/api/videos/v1/thumbnail?v=a1")
  // If the picture is only a background behind a title, a poster would be too narrow to replace the backdrop.
  const behind = show(poster, { isWide: true, isHeld: true })
  await behind.get("img").trigger("error")
  expect(behind.find("img").exists()).toBe(false)
  expect(show(picture(), { isWide: true }).get("img").attributes("src")).toContain("/thumbnail?")
})
