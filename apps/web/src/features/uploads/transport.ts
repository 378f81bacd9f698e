import { ApiError } from "@media/web-client/request"
import { api } from "@/api"
import { apiAddress } from "@/lib/urlBase"
import type { Transport, Upload } from "./queue"

/** Number of bytes at the start of a file from which the server detects the file type. */
const HEAD_BYTES = 4_096

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const headOf = async ({ file }: Upload): Promise<string> => {
  try {
    return base64(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
  } catch {
    // The file was moved or deleted after it was selected, or is a folder.
    throw new ApiError({ code: "unreadable_file", message: "The file cannot be read.", status: 400 })
  }
}

interface Envelope {
  readonly ok?: boolean
  readonly data?: { readonly id: string }
  readonly error?: { readonly code: string; readonly message: string }
}
const envelopeOf = (text: string): Envelope => {
  try {
    return JSON.parse(text) as Envelope
  } catch {
    return {}
  }
}

const unreachable = () =>
  new ApiError({ code: "unreachable", message: "The server cannot be reached.", status: 0 })

/** Sends a file with XMLHttpRequest, because `fetch` does not report upload progress. */
const send: Transport["send"] = ({ destination, file, key }, onSent, signal) =>
  new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    const stop = (): void => call.abort()
    const form = new FormData()
    // The destination must precede the file, because the server must know the destination when it starts to receive
    // the file.
    form.set("libraryRootId", destination.rootId)
    form.set("folder", destination.folder)
    form.set("file", file)
    call.upload.onprogress = ({ loaded }) => onSent(loaded)
    call.onload = () => {
      const { data, error } = envelopeOf(call.responseText)
      if (data !== undefined) return resolve(data.id)
      const retryAfter = Number(call.getResponseHeader("retry-after") ?? Number.NaN)
      reject(
        new ApiError({
          code: error?.code ?? "unexpected_answer",
          message:
            error?.message ??
            `The server sent a response that this page does not understand (${call.status}).`,
          status: call.status,
          retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined
        })
      )
    }
    call.onerror = () => reject(unreachable())
    call.onabort = () => reject(new DOMException("canceled", "AbortError"))
    call.onloadend = () => signal.removeEventListener("abort", stop)
    signal.addEventListener("abort", stop)
    call.open("POST", apiAddress("/api/videos/upload"))
    call.withCredentials = true
    call.setRequestHeader("Accept", "application/json")
    call.setRequestHeader("Idempotency-Key", key)
    call.send(form)
  })

export const transport: Transport = {
  check: async (upload, signal) => {
    const { destination, file, key } = upload
    const head = await headOf(upload)
    return api.uploads.check({
      body: {
        ...{ libraryRootId: destination.rootId, folder: destination.folder },
        ...{ name: file.name, size: file.size, head, idempotencyKey: key }
      },
      signal
    })
  },
  send
}
