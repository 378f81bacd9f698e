import { defineMessages } from "@/lib/messages"

/** Of galleries beside what all items say. */
export const messages = defineMessages("galleries", {
  arrange: "Arrange",
  arrangeHelp: "Drag images to their place, or use the buttons on them.",
  chapter: "Chapter",
  chapterHere: "Chapter that begins here",
  chapters: "Chapters",
  chapterTitle: "Title",
  couldNotBeLoaded: "The images could not be loaded",
  cover: "Use as cover",
  coverChosen: "This is the cover now.",
  dismiss: "Dismiss",
  done: "Done",
  empty: "There is nothing in this gallery that you may see.",
  failed: "That did not work",
  imageAt: "{title}, {place} of {count}",
  imagesTab: "Images",
  moveBack: "Move back",
  moveOn: "Move on",
  notUploaded: "{count} image was not uploaded | {count} images were not uploaded",
  noPages: "There is nothing in this gallery that can be shown here.",
  readAsComic: "Read as a comic",
  readingFailed: "The gallery could not be opened",
  removeChapter: "Remove the chapter",
  saveChapter: "Save",
  slideshow: "Slideshow",
  upload: "Upload images",
  uploaded: "{count} image was uploaded. | {count} images were uploaded.",
  uploading: "Uploading {name}"
})
