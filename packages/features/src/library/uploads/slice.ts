import { defineSlice } from "../../defineSlice.ts"
import { UploadsGroup } from "./contract.ts"
import { UploadsLive } from "./http.ts"
import { uploadMaintenance } from "./maintenance.ts"

export const uploadsSlice = defineSlice({
  name: "uploads",
  about: "receives uploaded files into a library folder, and registers them as a scan would",
  stores: "the file in its folder; during the upload, the location of its temporary file, as a row",
  groups: [[UploadsGroup, UploadsLive]],
  maintenance: [uploadMaintenance],
  concepts: {
    UploadConfig: "the maximum file size of each kind",
    folders: "opens the target folder of an upload, and creates it if necessary",
    incoming: "writes a file under a temporary name, and then renames it",
    imageSigns: "recognizes image formats by their first bytes",
    names: "derives safe names of files and folders from those that a browser sends",
    destination: "decides where to store a file",
    receive: "receives a form with one file and registers the file as an item",
    receiving: "the upload route of a kind",
    register: "registers a stored file as an item, as a scan would",
    repeats: "handles an upload that is sent again with the same idempotency key",
    rule: "the requirements for uploaded files of a kind",
    slots: "limits the concurrent uploads of an account",
    soundSigns: "recognizes audio formats by their first bytes",
    target: "finds the root to upload to, and checks what its library accepts",
    videoSigns: "recognizes video containers by their first bytes"
  }
})
