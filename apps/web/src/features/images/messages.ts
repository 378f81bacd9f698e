import { defineMessages } from "@/lib/messages"

/** Of the page of an image, and of the page that shows it alone. */
export const messages = defineMessages("images", {
  aperture: "Aperture",
  camera: "Camera",
  cannotBeShown: "This image cannot be shown",
  close: "Close",
  details: "Open its page",
  dimensions: "Dimensions",
  exposure: "Exposure",
  exposureSeconds: "{seconds} s",
  facts: "About this image",
  focalLength: "Focal length",
  format: "Format",
  frames: "Frames",
  iso: "ISO",
  lens: "Lens",
  loadFailed: "The image could not be loaded",
  megapixels: "{width} × {height} · {count} MP",
  millimeters: "{count} mm",
  next: "Next image",
  openOriginal: "Open the original",
  pauseShow: "Stop the slideshow",
  place: "Place",
  previous: "Previous image",
  size: "Size",
  startShow: "Start the slideshow",
  takenAt: "Taken",
  view: "View",
  zoomAt: "Zoom {percent} %",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out"
})
