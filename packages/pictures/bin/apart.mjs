import { Worker } from "node:worker_threads"

/** Decodes one picture with `wasm.mjs`, in a thread that ends afterwards. Rejects if the picture cannot be decoded. */
export const apart = (workerData) =>
  new Promise((resolve, reject) => {
    // The output of the thread must not end up in this process's stdout, which contains the responses.
    const worker = new Worker(new URL("wasm.mjs", import.meta.url), {
      workerData,
      stdout: true,
      stderr: true
    })
    worker.once("error", reject)
    worker.once("exit", () => reject(new Error("The decoder ended.")))
    worker.once("message", (answer) => {
      void worker.terminate()
      if (answer.error === undefined) resolve(answer)
      else reject(new Error(answer.error))
    })
  })
