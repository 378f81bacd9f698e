import { defineWorkspace } from "vitest/config"
import { timeLimits } from "./vitest.limits.ts"

// Our modules are loaded again for each file, also in a process that many files share; see vitest.config.ts.
const isolate = true
/** The program that reads hostile text for the server and the worker; see `packages/children/src/guarded`. */
const reader = "packages/testkit/src/ReaderProgram.ts"
const exclude = ["**/node_modules/**", "**/dist/**"]

/** A test file belongs to a project by its suffix, which names what the test needs. */
export default defineWorkspace([
  {
    test: {
      // Our modules once for all files of a process, too.
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
      // Our modules once for all files of a process: that saves a third of the time, and no test leaves state in a module.
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
      // A module is replaced by another one, so it must not be there already.
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
      // A server that is there needs no database of ours.
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
      setupFiles: ["test/browser/support/failures.ts"],
      ...timeLimits,
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
      // Its long form kills for minutes, and the launcher waits longer before each new start.
      ...timeLimits,
      ...(process.env["FAULTS_LONG"] === "1" ? { testTimeout: 900_000 } : {}),
      poolOptions: { forks: { singleFork: true } }
    }
  },
  "apps/web/vitest.config.ts",
  "apps/web/vitest.mocked.config.ts"
])
