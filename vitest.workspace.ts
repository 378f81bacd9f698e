import { defineWorkspace } from "vitest/config"
import { timeLimits } from "./vitest.limits.ts"

// Loads our modules again for each file, even in a process that many files share. See vitest.config.ts.
const isolate = true
/** The program that parses untrusted text for the server and the worker. See `packages/children/src/guarded`. */
const reader = "packages/testkit/src/ReaderProgram.ts"
const exclude = ["**/node_modules/**", "**/dist/**"]

/**
 * The test projects. The suffix of a test file determines its project, and therefore the programs that the test needs.
 */
export default defineWorkspace([
  {
    test: {
      // Our modules are loaded once for all files of a process.
      isolate: false,
      name: "unit",
      include: [
        "packages/*/src/**/*.test.ts",
        "apps/{server,worker,standalone}/src/**/*.test.ts",
        "test/*.test.ts"
      ],
      exclude: [...exclude, "**/*.{pg,media,system,browser,faults,mocked}.test.ts"],
      globalSetup: [reader],
      ...timeLimits
    }
  },
  {
    test: {
      // Our modules are loaded once for all files of a process, which saves a third of the time. This is safe, because
      // no test leaves state in a module.
      isolate: false,
      name: "pg",
      include: ["**/*.pg.test.ts"],
      exclude: [...exclude, "**/*.mocked.pg.test.ts"],
      globalSetup: [reader, "packages/testkit/src/PostgresCluster.ts"],
      ...timeLimits
    }
  },
  {
    test: {
      // Each file loads our modules again, because a module must be replaced before it is loaded.
      isolate,
      name: "mocked",
      include: ["**/*.mocked.pg.test.ts", "packages/*/src/**/*.mocked.test.ts"],
      exclude,
      globalSetup: [reader, "packages/testkit/src/PostgresCluster.ts"],
      ...timeLimits
    }
  },
  {
    test: {
      isolate,
      name: "e2e",
      include: ["test/e2e/**/*.e2e.test.ts"],
      exclude,
      // An existing server needs no database from the test run.
      globalSetup: process.env["MEDIA_E2E_WEB_URL"]
        ? []
        : [reader, "packages/testkit/src/PostgresCluster.ts"],
      ...timeLimits
    }
  },
  {
    test: {
      isolate,
      name: "media",
      include: ["**/*.media.test.ts"],
      exclude,
      globalSetup: [reader],
      ...timeLimits
    }
  },
  {
    test: {
      isolate,
      name: "system",
      include: ["test/system/**/*.system.test.ts"],
      exclude,
      globalSetup: ["packages/testkit/src/PostgresCluster.ts"],
      ...timeLimits,
      poolOptions: { forks: { singleFork: true } }
    }
  },
  {
    test: {
      isolate,
      name: "browser",
      include: ["test/browser/**/*.browser.test.ts"],
      exclude,
      globalSetup: ["test/browser/support/Bundle.ts"],
      setupFiles: ["test/browser/support/failures.ts"],
      ...timeLimits,
      // Files run one at a time. Two files at a time take almost as long on two cores, and tests that measure frames
      // then fail.
      poolOptions: { forks: { singleFork: true } }
    }
  },
  {
    test: {
      isolate,
      name: "faults",
      include: ["test/faults/**/*.faults.test.ts", "packages/*/src/**/*.faults.test.ts"],
      exclude,
      globalSetup: ["test/faults/support/Bundle.ts", "packages/testkit/src/PostgresCluster.ts"],
      ...timeLimits,
      poolOptions: { forks: { singleFork: true } }
    }
  },
  "apps/web/vitest.config.ts",
  "apps/web/vitest.mocked.config.ts"
])
