import { makeFolders, narrowDataDir } from "@media/kernel/PrivateFolder"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { createServer } from "node:net"
import { refuse } from "./Refusal.ts"
import type { Refusal } from "./Refusal.ts"

export const checkEntry = (file: string): Effect.Effect<void, Refusal> =>
  fs.existsSync(file) ? Effect.void : Effect.fail(refuse(`${file} is missing. Run "npm run build" first.`))

/** Creates the data directory and checks that it is writable. */
export const checkDataDir = (dataDir: string): Effect.Effect<void, Refusal> =>
  Effect.tryPromise({
    try: async () => {
      await makeFolders(dataDir)
      await narrowDataDir(dataDir)
      const probe = `${dataDir}/.write-test-${process.pid}`
      fs.writeFileSync(probe, "")
      fs.rmSync(probe)
    },
    catch: (error) =>
      refuse(
        `Cannot write to the data directory ${dataDir} (${codeOf(error)}). Set MEDIA_DATA_DIR to a directory this user may write to.`
      )
  })

/**
 * Checks that the port is free. This check runs before any process is started, because a port in use is the most common
 * reason for a failed start.
 */
export const checkPort = (host: string, port: number): Effect.Effect<void, Refusal> =>
  Effect.async((resume) => {
    const server = createServer()
    server.once("error", (error) => resume(refuse(portReason(host, port, codeOf(error)))))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resume(Effect.void)))
  })

const portReason = (host: string, port: number, code: string) => {
  if (code === "EADDRINUSE") {
    return `Port ${port} is already in use. Is the media library already running? Otherwise set PORT to a free port.`
  }
  if (code === "EACCES")
    return `This user does not have permission to listen on port ${port}. Set PORT to a port above 1023.`
  return `Cannot listen on ${host}, port ${port} (${code}). Set HOST to an address of this machine.`
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error)
