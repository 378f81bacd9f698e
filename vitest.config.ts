import { defineConfig } from "vitest/config"
import projects from "./vitest.workspace.ts"

/**
 * One process runs many test files and loads the packages of node_modules once: 70 unit files took 70 s of CPU time with
 * a process each, and take 27 s. Where `isolate` in vitest.workspace.ts is set, our own modules are loaded again for each
 * file, so their state never passes from one file to the next. Timers, listeners and loops of a test do.
 */
export default defineConfig({
  test: { projects: [...projects], poolOptions: { forks: { isolate: false } } }
})
