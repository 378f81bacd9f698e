import { defineConfig } from "vitest/config"
import projects from "./vitest.workspace.ts"

/**
 * A process runs many test files, and loads the packages in node_modules only once. 70 unit files took 70 s of CPU time
 * with one process per file, and 27 s with shared processes. In the projects that set `isolate` in vitest.workspace.ts,
 * each file loads our own modules again, so that their state does not affect later files. Timers, listeners and loops
 * of a test can still affect later files.
 */
export default defineConfig({
  test: { projects: [...projects], poolOptions: { forks: { isolate: false } } }
})
