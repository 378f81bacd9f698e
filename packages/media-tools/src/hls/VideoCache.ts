import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { randomBytes } from "node:crypto"
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import {
  FINDINGS_NAME,
  GENERATION_NAME,
  isTrickplay,
  MASTER_NAME,
  parseSegmentName,
  segmentName,
  shortSegmentName,
  SIDECAR_NAME,
  variantName
} from "./CachePaths.ts"
import { Findings, noFindings } from "./Findings.ts"
import { GenerationFile, PIPELINE_VERSION, Sidecar } from "./Generation.ts"
import type { HlsDescription, HlsSource } from "./HlsEngine.ts"
import { masterPlaylist, variantPlaylist } from "./Playlists.ts"
import { PACKET } from "./TransportPacket.ts"

export interface CachedSegment {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

/** The cache directory of one video. Rejects with errno errors only. */
export class VideoCache {
  readonly directory: string

  constructor(directory: string) {
    this.directory = directory
  }

  file(name: string): string {
    return join(this.directory, name)
  }

  /** A finished segment, or the known short end of a source. What no run could have left is removed. */
  async find(height: number, n: number): Promise<CachedSegment | undefined> {
    const whole = this.file(segmentName(height, n))
    const found = await sizeOf(whole)
    if (found !== undefined && isIntact(found.size)) return { path: whole, ...found }
    if (found !== undefined) await rm(whole, { force: true })
    const short = this.file(shortSegmentName(height, n))
    const end = await sizeOf(short)
    return end !== undefined && isIntact(end.size) ? { path: short, ...end } : undefined
  }

  /** Numbers of finished segments per height, by one listing. */
  async ready(): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
    const ready = new Map<number, Set<number>>()
    for (const name of await this.names()) {
      const segment = parseSegmentName(name)
      if (segment === undefined) continue
      const numbers = ready.get(segment.height) ?? new Set()
      ready.set(segment.height, numbers.add(segment.n))
    }
    return ready
  }

  /**
   * Makes the directory fit for this generation: what another one left is deleted, playlists are written for
   * outside tools. Cheap when it fits already. Trickplay goes only with its source.
   */
  async open(source: HlsSource, description: HlsDescription): Promise<void> {
    await mkdir(this.directory, { recursive: true })
    const present = await this.generation()
    if (present?.generation === description.generation) return
    const isSameSource =
      present === undefined || (present.sizeBytes === source.sizeBytes && present.mtimeMs === source.mtimeMs)
    // Another process may be opening it, too: what it is writing is what we shall write.
    await this.clear((name) => !(isSameSource && isTrickplay(name)) && !isOwnTemporary(name))
    const { renditions, table } = description
    await this.write(MASTER_NAME, masterPlaylist(table, renditions))
    for (const { height } of renditions) await this.write(variantName(height), variantPlaylist(table, height))
    const file: GenerationFile = {
      generation: description.generation,
      sizeBytes: source.sizeBytes,
      mtimeMs: source.mtimeMs,
      pipelineVersion: PIPELINE_VERSION
    }
    await this.write(GENERATION_NAME, JSON.stringify(file))
  }

  generation(): Promise<GenerationFile | undefined> {
    return this.readJson(GENERATION_NAME, GenerationFile)
  }

  sidecar(): Promise<Sidecar | undefined> {
    return this.readJson(SIDECAR_NAME, Sidecar)
  }

  writeSidecar(sidecar: Sidecar): Promise<void> {
    return this.write(SIDECAR_NAME, JSON.stringify(sidecar, null, 2))
  }

  /** Of this generation; none when nothing was found, or by another one. */
  async findings(generation: string): Promise<Findings> {
    const found = await this.readJson(FINDINGS_NAME, Findings)
    return found?.generation === generation ? found : noFindings(generation)
  }

  /** Two writers at once: the later one wins, and what is lost is found again. */
  async note(generation: string, change: (findings: Findings) => Findings): Promise<void> {
    if ((await this.generation())?.generation !== generation) return
    await this.write(FINDINGS_NAME, JSON.stringify(change(await this.findings(generation)), null, 2))
  }

  /** Says that the video is in use: eviction goes by this time (ms since 1970). */
  async touch(nowMs: number): Promise<void> {
    const seconds = nowMs / 1_000
    await utimes(this.file(GENERATION_NAME), seconds, seconds).catch(() => {})
  }

  async clear(shouldRemove: (name: string) => boolean): Promise<void> {
    for (const name of await this.names()) {
      if (shouldRemove(name)) await rm(this.file(name), { force: true, recursive: true })
    }
  }

  /** Of all files. */
  async bytes(): Promise<number> {
    let bytes = 0
    for (const name of await this.names()) bytes += (await sizeOf(this.file(name)))?.size ?? 0
    return bytes
  }

  async names(): Promise<ReadonlyArray<string>> {
    return readdir(this.directory).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT") return []
      throw cause
    })
  }

  private async write(name: string, content: string): Promise<void> {
    const temporary = this.file(`.${name}.${randomBytes(6).toString("hex")}.tmp`)
    try {
      await writeFile(temporary, content)
      await rename(temporary, this.file(name))
    } catch (cause) {
      await rm(temporary, { force: true })
      throw cause
    }
  }

  private async readJson<A, I>(name: string, schema: Schema.Schema<A, I>): Promise<A | undefined> {
    const text = await readFile(this.file(name), "utf8").catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT") return undefined
      throw cause
    })
    if (text === undefined) return undefined
    return Either.getOrUndefined(Schema.decodeEither(Schema.parseJson(schema))(text))
  }
}

/** Of `write`, and not of a segment. */
const isOwnTemporary = (name: string): boolean => /^\..*\.(m3u8|json)\.[0-9a-f]+\.tmp$/.test(name)

/** A segment is whole packets, at least one: a full disk leaves other sizes. */
export const isIntact = (size: number): boolean => size > 0 && size % PACKET === 0

const sizeOf = async (
  path: string
): Promise<{ readonly size: number; readonly mtimeMs: number } | undefined> => {
  try {
    const { mtimeMs, size } = await stat(path)
    return { size, mtimeMs }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw cause
  }
}
