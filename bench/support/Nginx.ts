import { execFileSync, spawn } from "node:child_process"
import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { exchange, freePort, temporaryFolder, until } from "./Product.ts"

/**
 * Returns the path of nginx: the system's program, or the program from Debian's package, unpacked into a temporary
 * folder. Nothing is installed on the system.
 */
const findNginx = (folder: string): string => {
  for (const path of ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"])
    if (existsSync(path)) return path
  execFileSync("apt-get", ["download", "nginx"], { cwd: folder, stdio: "ignore" })
  const archive = readdirSync(folder).find((name) => name.endsWith(".deb"))
  if (archive === undefined) throw new Error("there is no nginx on this machine and apt-get gave none")
  execFileSync("dpkg", ["-x", archive, "unpacked"], { cwd: folder })
  return join(folder, "unpacked/usr/sbin/nginx")
}

const configuration = (folder: string, port: number, root: string): string => `
daemon off;
worker_processes auto;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`

/** Starts nginx, configured to serve the same folder. */
export const startNginx = async (root: string) => {
  const folder = temporaryFolder("nginx")
  const program = findNginx(folder)
  const port = await freePort()
  const file = join(folder, "nginx.conf")
  writeFileSync(file, configuration(folder, port, root))
  const child = spawn(program, ["-p", folder, "-c", file], { stdio: "ignore" })
  const stop = () => void child.kill("SIGTERM")
  process.once("exit", stop)
  await until(async () => (await exchange(`http://127.0.0.1:${port}`, "GET", "/")).status > 0, {
    millis: 10_000,
    what: "nginx"
  })
  return { port, pid: child.pid as number, stop }
}
