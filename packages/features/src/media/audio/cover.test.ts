import { expect, it } from "vitest"
import { coverAmong, coverFolders } from "./cover.ts"

it.each([
  [["01.mp3", "Folder.jpg", "COVER.PNG"], "COVER.PNG"],
  [["front.webp", "folder.jpeg"], "folder.jpeg"],
  [["cover.txt", "cover", "discover.jpg", "back.jpg"], undefined],
  [["AlbumArt.jpg"], "AlbumArt.jpg"],
  [[], undefined]
])("picks the cover among the files %j: %s", (files, cover) => {
  expect(coverAmong(files)).toBe(cover)
})

it.each([
  ["/m/Album/01.mp3", ["/m/Album"]],
  ["/m/Album/CD 2/01.mp3", ["/m/Album/CD 2", "/m/Album"]],
  ["/m/Album/disc-10/01.mp3", ["/m/Album/disc-10", "/m/Album"]],
  ["/m/Album/CD1 - Early Years/01.mp3", ["/m/Album/CD1 - Early Years", "/m/Album"]],
  ["/m/Disc 10cc/01.mp3", ["/m/Disc 10cc"]],
  ["/m/01.mp3", ["/m"]]
])("looks for the cover of %s in %j", (file, folders) => {
  expect(coverFolders("/m", Buffer.from(file)).map(String)).toEqual(folders)
})

it("does not look for a cover above the root", () => {
  expect(coverFolders("/m/CD1", Buffer.from("/m/CD1/01.mp3")).map(String)).toEqual(["/m/CD1"])
})
