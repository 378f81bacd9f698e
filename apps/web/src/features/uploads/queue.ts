import { ApiError } from "@media/web-client/request"
import { computed, shallowReactive, shallowRef, type ShallowRef } from "vue"
import { asApiError } from "@/api"
import { addSample, type Sample } from "./speed"

/** The folder that receives the files. */
export interface Destination {
  readonly rootId: string
  /** Relative to the root; empty for the root itself. */
  readonly folder: string
  /** The name of the library. */
  readonly label: string
}

/**
 * `waiting` in the queue; `checking` whether the server accepts it; `sending`; `saving`: sent, and the server is
 * storing it; `paused`: no connection or a busy server, retried automatically.
 */
export type UploadState =
  "waiting" | "checking" | "sending" | "saving" | "paused" | "done" | "failed" | "canceled"

export interface Upload {
  /** A UUID by which the server recognizes a retry. */
  readonly key: string
  readonly file: File
  readonly destination: Destination
  state: UploadState
  /** Bytes sent so far. */
  sent: number
  /** Samples of the last seconds. */
  samples: ReadonlyArray<Sample>
  /** The reason why it failed or is paused. */
  error: ApiError | undefined
  itemId: string | undefined
}

export interface UploadCheck {
  /** The item created by an earlier, completed attempt. */
  readonly itemId: string | null
  readonly refusal: { readonly status: number; readonly code: string; readonly message: string } | null
}
export interface Transport {
  /** Asks the server whether it would accept a file. */
  readonly check: (upload: Upload, signal: AbortSignal) => Promise<UploadCheck>
  /** Uploads the file and returns the id of its item. */
  readonly send: (upload: Upload, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<string>
}

const MOST_AT_ONCE = 2
const RETRY_MS = 5_000
/**
 * Maximum number of consecutive broken uploads while the server answers other requests. After that, something on the
 * network probably blocks the file.
 */
const MOST_BREAKS = 3

const active: ReadonlySet<UploadState> = new Set(["checking", "sending", "saving"])
export const isOver = ({ state }: Pick<Upload, "state">): boolean =>
  state === "done" || state === "failed" || state === "canceled"

/** True if a retry of the same file may succeed. */
const isPassing = ({ isOffline, status }: ApiError): boolean =>
  isOffline || status === 429 || (status >= 502 && status <= 504)

const brokenOff = ({ message, status }: ApiError) => new ApiError({ code: "broken_off", message, status })

interface Task {
  readonly upload: Upload
  abort: AbortController
  timer: ReturnType<typeof setTimeout> | undefined
  /** The number of times the upload broke off without a reason. */
  breaks: number
}

export interface UploadQueue {
  readonly uploads: Readonly<ShallowRef<ReadonlyArray<Upload>>>
  readonly add: (
    files: ReadonlyArray<{ readonly file: File; readonly folder: string }>,
    destination: Destination
  ) => void
  readonly cancel: (upload: Upload) => void
  readonly cancelAll: () => void
  readonly retry: (upload: Upload) => void
  /** Removes finished entries from the list. */
  readonly clearOver: () => void
  readonly hasUnfinished: Readonly<{ readonly value: boolean }>
}

/** Uploads files two at a time, in the order they were added, independent of the open page. */
export const makeQueue = (transport: Transport, newKey: () => string): UploadQueue => {
  const tasks = shallowRef<ReadonlyArray<Task>>([])
  const uploads = computed(() => tasks.value.map(({ upload }) => upload))
  const taskOf = (upload: Upload): Task | undefined => tasks.value.find((task) => task.upload === upload)

  const fill = (): void => {
    const states = uploads.value.map(({ state }) => state)
    let free = MOST_AT_ONCE - states.filter((state) => active.has(state)).length
    for (const task of tasks.value) {
      if (free <= 0) return
      if (task.upload.state !== "waiting") continue
      free -= 1
      void run(task)
    }
  }

  const pause = (task: Task, error: ApiError): void => {
    Object.assign(task.upload, { state: "paused", error })
    task.timer = setTimeout(() => wait(task), (error.retryAfter ?? 0) * 1_000 || RETRY_MS)
  }
  const wait = (task: Task): void => {
    clearTimeout(task.timer)
    Object.assign(task.upload, { state: "waiting", sent: 0, samples: [] })
    fill()
  }

  const send = async (task: Task): Promise<string> => {
    const { abort, upload } = task
    upload.state = "checking"
    const { itemId, refusal } = await transport.check(upload, abort.signal)
    if (refusal !== null) throw new ApiError(refusal)
    if (itemId !== null) return itemId
    upload.state = "sending"
    upload.error = undefined
    try {
      return await transport.send(
        upload,
        (bytes) => {
          upload.sent = Math.min(bytes, upload.file.size)
          upload.samples = addSample(upload.samples, upload.sent)
          upload.state = bytes >= upload.file.size ? "saving" : "sending"
        },
        abort.signal
      )
    } catch (fault) {
      task.breaks += 1
      throw fault
    }
  }

  const run = async (task: Task): Promise<void> => {
    const { upload } = task
    const abort = new AbortController()
    task.abort = abort
    try {
      const itemId = await send(task)
      Object.assign(upload, { state: "done", itemId, sent: upload.file.size, error: undefined })
    } catch (fault) {
      // A cancelled upload already has its state, and may even have been restarted.
      if (abort.signal.aborted) return fill()
      const error = asApiError(fault)
      if (!isPassing(error)) Object.assign(upload, { state: "failed", error })
      else if (task.breaks < MOST_BREAKS) pause(task, error)
      else Object.assign(upload, { state: "failed", error: brokenOff(error) })
    }
    fill()
  }

  const cancel = (upload: Upload): void => {
    const task = taskOf(upload)
    if (task === undefined || isOver(upload)) return
    clearTimeout(task.timer)
    upload.state = "canceled"
    task.abort.abort()
    fill()
  }

  return {
    uploads,
    hasUnfinished: computed(() => uploads.value.some((upload) => !isOver(upload))),
    add: (files, destination) => {
      const added = files.map(({ file, folder }): Task => {
        const path = [destination.folder, folder].filter((part) => part !== "").join("/")
        const upload = shallowReactive<Upload>({
          ...{ key: newKey(), file, destination: { ...destination, folder: path } },
          ...{ state: "waiting", sent: 0, samples: [], error: undefined, itemId: undefined }
        })
        return { upload, abort: new AbortController(), timer: undefined, breaks: 0 }
      })
      tasks.value = [...tasks.value, ...added]
      fill()
    },
    cancel,
    cancelAll: () => {
      // Starts at the end, so that no waiting upload is started meanwhile.
      for (const upload of uploads.value.toReversed()) cancel(upload)
    },
    retry: (upload) => {
      const task = taskOf(upload)
      if (
        task === undefined ||
        (upload.state !== "failed" && upload.state !== "canceled" && upload.state !== "paused")
      )
        return
      task.breaks = 0
      upload.error = undefined
      wait(task)
    },
    clearOver: () => (tasks.value = tasks.value.filter(({ upload }) => !isOver(upload)))
  }
}
