import { defineSlice } from "../../defineSlice.ts"
import { UploadsGroup } from "./contract.ts"
import { UploadsLive } from "./http.ts"
import { uploadMaintenance } from "./maintenance.ts"

export const uploadsSlice = defineSlice({
  name: "uploads",
  about: "files that are sent into a library folder, and become items as if a scan had met them",
  stores: "the file in its folder; while it arrives, where its temporary file lies, as a row",
  groups: [[UploadsGroup, UploadsLive]],
  maintenance: [uploadMaintenance],
  concepts: {
    UploadConfig: "the largest file of each kind",
    folders: "the folder a file is sent to, made for it where it is not there",
    incoming: "a file under its temporary name, and the one it gets",
    imageSigns: "how formats of images begin",
    names: "names of files and folders, from what a browser says they are",
    destination: "where a file goes, from what its sender says",
    receive: "one form with one file, from its first byte to its item",
    receiving: "the upload route that a kind declares for its files",
    register: "a file in its folder becomes an item, as if a scan had met it",
    repeats: "an upload that is sent again makes nothing again",
    rule: "what files of a kind must be like",
    slots: "how many uploads an account may have at once",
    soundSigns: "how formats of music begin",
    target: "the library folder a file is sent to, and what it takes",
    videoSigns: "how containers of videos begin"
  }
})
