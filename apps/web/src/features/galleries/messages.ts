import { defineMessages } from "@/lib/messages"

/** Messages specific to galleries. */
export const messages = defineMessages("galleries", {
  arrange: "Arrange",
  arrangeHelp: "Drag photos to reorder them, or use the buttons on each photo.",
  chapter: "Chapter",
  chapterHere: "Chapter starting here",
  chapters: "Chapters",
  chapterTitle: "Title",
  couldNotBeLoaded: "Couldn’t load the photos",
  cover: "Use as cover",
  coverChosen: "Cover changed.",
  dismiss: "Dismiss",
  done: "Done",
  empty: "Photos that the server finds in this folder appear here.",
  emptyTitle: "No photos in this album",
  failed: "Couldn’t save the change",
  imageAt: "{title}, {number} of {count}",
  imagesTab: "Photos",
  moveBack: "Move back",
  moveOn: "Move forward",
  notUploaded: "{count} photo was not uploaded | {count} photos were not uploaded",
  noPages: "None of the photos in this album can be shown here.",
  rangeFailed: "Couldn’t select the photos in between",
  readAsComic: "Read as a comic",
  readingFailed: "Couldn’t open the album",
  removeChapter: "Remove the chapter",
  saveChapter: "Save",
  slideshow: "Slideshow",
  upload: "Upload photos",
  uploaded: "{count} photo was uploaded. | {count} photos were uploaded.",
  uploading: "Uploading {name}"
})
