import { defineConfig } from "vitest/config"
import projects from "./vitest.workspace.ts"

/**
 * One process runs many test files and loads the packages of node_modules once: 70 unit files took 70 s of CPU time with
 * a process each, and take 27 s. Our own modules are loaded again for each file (`isolate` in vitest.workspace.ts): their
 * state never passes from one file to the next. What a test leaves behind in its process (a timer, a listener, a loop
 * that starts children) does.
 */
export default defineConfig({
  test: { projects: [...projects], poolOptions: { forks: { isolate: false } } }
})
