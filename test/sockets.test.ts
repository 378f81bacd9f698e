import { describe, expect, it } from "vitest"
import { matches, serverSources } from "./architecture/sources.ts"

/** Other code that may open a connection, keyed by glob, with the reason why it does not use the outbound client. */
const others: Readonly<Record<string, string>> = {
  "packages/{pg,jobs,embedded-postgres}/src/**": "speaks to PostgreSQL",
  "apps/standalone/src/Database.ts": "speaks to PostgreSQL",
  "apps/standalone/src/Health.ts": "asks the server of this installation whether it answers",
  "packages/sandbox/src/{Forwarder,Probe}.ts":
    "programs for the inside of the sandbox, whose only device is loopback",
  "apps/server/src/tls/SecureSockets.ts": "encrypts a connection that has come in"
}
const mayConnect = (path: string): boolean =>
  path.startsWith("packages/egress/src/") || Object.keys(others).some((glob) => matches(glob, path))

/**
 * Exports that open no connection, keyed by module. All other exports open a connection, or return a value that does.
 */
const harmless: Readonly<Record<string, ReadonlyArray<string>>> = {
  http: ["createServer", "Server", "STATUS_CODES", "METHODS", "IncomingMessage", "ServerResponse"],
  https: ["createServer", "Server"],
  // `Socket` and `TLSSocket` are used only for type checks and to wrap accepted connections.
  net: ["createServer", "Server", "Socket", "BlockList", "isIP", "isIPv4", "isIPv6"],
  tls: ["createServer", "createSecureContext", "Server", "TLSSocket"],
  http2: [],
  dns: [],
  "dns/promises": [],
  dgram: [],
  inspector: []
}

const FROM = /import\s+(type\s+)?([^"';]*?)\s*from\s*"(?:node:)?([a-z0-9/]+)"/g

const connecting = (code: string): ReadonlyArray<string> => {
  const imported = [...code.matchAll(FROM)].flatMap(([, type, names = "", module = ""]) => {
    const known = Object.hasOwn(harmless, module) ? harmless[module] : undefined
    if (type !== undefined || known === undefined) return []
    if (!names.startsWith("{")) return [`${names} of ${module}`]
    return names
      .slice(1, -1)
      .split(",")
      .map((name) => name.trim().replace(/\s+as\s.*$/s, ""))
      .filter((name) => name !== "" && !name.startsWith("type ") && !known.includes(name))
      .map((name) => `${name} of ${module}`)
  })
  const said = [
    /(?<![.\w]|async )fetch\s*\(/,
    /\bglobalThis\.fetch\b/,
    /\bnew (Socket|WebSocket|EventSource)\b/,
    /"(undici|axios|got|node-fetch|ky|superagent|needle)"/,
    /\b(FetchHttpClient|NodeHttpClient|HttpClient|NodeSocket)\b/,
    /\b(import|require)\(\s*["'`](node:)?(https?|http2|net|tls|dns|dgram|undici)["'`/]/,
    /\bprocess\.binding\b/
  ].flatMap((pattern) => pattern.exec(code)?.[0] ?? [])
  return [...imported, ...said]
}

describe("connections to other machines", () => {
  it("are opened only by the outbound client", () => {
    const wrong = serverSources
      .filter(({ path }) => !mayConnect(path) && !path.startsWith("packages/web-client/"))
      .flatMap(({ code, path }) => connecting(code).map((what) => `${path}: ${what}: use egress/Egress`))
    expect(wrong).toEqual([])
  })

  it("are detected however the code opens them", () => {
    const written = [
      'import { request } from "node:http"',
      'import { createServer, get as load } from "http"',
      'import * as net from "node:net"',
      'import https from "node:https"',
      'import {\n  connect,\n  isIP\n} from "node:net"',
      'import { lookup } from "node:dns/promises"',
      'import { Agent } from "undici"',
      'await fetch("http://example.org")',
      "globalThis.fetch(url)",
      "new Socket().connect(80)",
      'const { request } = await import("node:http")',
      'import * as FetchHttpClient from "@effect/platform/FetchHttpClient"'
    ]
    expect(written.filter((code) => connecting(code).length === 0)).toEqual([])
    const harmlessOnes = [
      'import type { Agent } from "node:http"',
      'import { createServer, type Agent } from "node:http"',
      'import { isIP } from "node:net"',
      "egress.fetch(url)",
      "private async fetch(offset: number)"
    ]
    expect(harmlessOnes.flatMap(connecting)).toEqual([])
  })

  it("have no unused exceptions", () => {
    for (const glob of Object.keys(others))
      expect(
        serverSources.some(({ path }) => matches(glob, path)),
        glob
      ).toBe(true)
  })
})
