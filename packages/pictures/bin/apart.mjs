import { Worker } from "node:worker_threads"

/** Asks `wasm.mjs` for one picture, in a thread that ends afterwards. Rejects if it cannot be decoded. */
export const apart = (workerData) =>
  new Promise((resolve, reject) => {
    // Its output must not mix with our answers.
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
