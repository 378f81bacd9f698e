import { defineConfig } from "vitest/config"
import projects from "./vitest.workspace.ts"

/**
 * One process runs many test files and loads the packages in node_modules only once. 70 unit files took 70 s of CPU
 * time with one process per file, and 27 s with shared processes. In projects with `isolate` in vitest.workspace.ts,
 * our own modules are loaded again for each file, so that their state does not affect later files. Timers, listeners
 * and loops of a test can still affect later files.
 */
export default defineConfig({
  test: { projects: [...projects], poolOptions: { forks: { isolate: false } } }
})
