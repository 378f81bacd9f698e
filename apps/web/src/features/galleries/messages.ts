import { defineMessages } from "@/lib/messages"

/** Texts about galleries that items of other kinds do not have. */
export const messages = defineMessages("galleries", {
  arrange: "Arrange",
  arrangeHelp: "Drag images to their place, or use the buttons on them.",
  chapter: "Chapter",
  chapterHere: "Chapter that begins here",
  chapters: "Chapters",
  chapterTitle: "Title",
  couldNotBeLoaded: "Couldn’t load the images",
  cover: "Use as cover",
  coverChosen: "Cover changed.",
  dismiss: "Dismiss",
  done: "Done",
  empty: "No images to show in this gallery.",
  failed: "Couldn’t save the change",
  imageAt: "{title}, {place} of {count}",
  imagesTab: "Images",
  moveBack: "Move back",
  moveOn: "Move on",
  notUploaded: "{count} image was not uploaded | {count} images were not uploaded",
  noPages: "None of the images in this gallery can be shown here.",
  readAsComic: "Read as a comic",
  readingFailed: "Couldn’t open the gallery",
  removeChapter: "Remove the chapter",
  saveChapter: "Save",
  slideshow: "Slideshow",
  upload: "Upload images",
  uploaded: "{count} image was uploaded. | {count} images were uploaded.",
  uploading: "Uploading {name}"
})
