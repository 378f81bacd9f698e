import { ApiError } from "@media/web-client/request"
import { computed, shallowReactive, shallowRef, type ShallowRef } from "vue"
import { asApiError } from "@/api"
import { addSample, type Sample } from "./speed"

/** The library folder that receives the uploaded files. */
export interface Destination {
  readonly rootId: string
  /** Path relative to the root. Empty for the root itself. */
  readonly folder: string
  readonly label: string
}

/**
 * The state of an upload. `waiting`: the file is in the queue. `checking`: the browser asks if the server accepts the
 * file. `sending`: the browser sends the file. `saving`: the server stores the file. `paused`: the server is
 * unreachable or busy, and the browser will retry automatically.
 */
export type UploadState =
  "waiting" | "checking" | "sending" | "saving" | "paused" | "done" | "failed" | "canceled"

export interface Upload {
  /** A UUID by which the server recognizes retries of the same upload. */
  readonly key: string
  readonly file: File
  readonly destination: Destination
  state: UploadState
  /** Number of bytes sent so far. */
  sent: number
  /** Progress samples from the last few seconds. */
  samples: ReadonlyArray<Sample>
  /** The reason why the upload failed or is paused. */
  error: ApiError | undefined
  itemId: string | undefined
}

export interface UploadCheck {
  /** The id of the item that an earlier attempt created, or null if none was completed. */
  readonly itemId: string | null
  readonly refusal: { readonly status: number; readonly code: string; readonly message: string } | null
}
export interface Transport {
  /** Asks the server if it would accept a file. */
  readonly check: (upload: Upload, signal: AbortSignal) => Promise<UploadCheck>
  /** Uploads the file and returns the id of its item. */
  readonly send: (upload: Upload, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<string>
}

const MOST_AT_ONCE = 2
const RETRY_MS = 5_000
/** An upload fails after this many broken connections, because something in the network probably blocks it. */
const MOST_BREAKS = 3

const active: ReadonlySet<UploadState> = new Set(["checking", "sending", "saving"])
export const isOver = ({ state }: Pick<Upload, "state">): boolean =>
  state === "done" || state === "failed" || state === "canceled"

/** Returns true if sending the same file again may succeed. */
const isPassing = ({ isOffline, status }: ApiError): boolean =>
  isOffline || status === 429 || (status >= 502 && status <= 504)

const brokenOff = ({ message, status }: ApiError) => new ApiError({ code: "broken_off", message, status })

interface Task {
  readonly upload: Upload
  abort: AbortController
  timer: ReturnType<typeof setTimeout> | undefined
  /** Number of times that the connection broke without an error from the server. */
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
  /** Removes finished, failed and canceled uploads from the list. */
  readonly clearOver: () => void
  readonly hasUnfinished: Readonly<{ readonly value: boolean }>
}

/**
 * Creates a queue that uploads two files at a time, in the order in which the user added them. Uploads continue while
 * the user opens other pages.
 */
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
      // A canceled upload already has its final state, and the user may even have restarted the upload.
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
      // Starts with the last upload, so that canceling an active upload does not start a waiting upload.
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
