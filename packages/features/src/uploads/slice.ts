import { defineSlice } from "../defineSlice.ts"
import { videoUpload } from "./raw.ts"

export const uploadsSlice = defineSlice({
  name: "uploads",
  about: "files that are sent into a library folder, and become items as if a scan had met them",
  stores: "the file in its folder; while it arrives, where its temporary file lies, as a row",
  raw: [videoUpload],
  concepts: {
    UploadConfig: "the largest file of each kind",
    incoming: "a file under its temporary name, and the one it gets",
    names: "names of files and folders, from what a browser says they are",
    receive: "one form with one file, from its first byte to its item",
    target: "the library folder a file is sent to, and what it takes",
    upkeep: "deletes what uploads left behind",
    videoSigns: "how containers of videos begin"
  }
})
