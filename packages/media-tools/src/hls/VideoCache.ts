import { AssetFolder } from "@media/assets/AssetFolder"
import { STAMP_NAME } from "@media/assets/AssetPaths"
import { isTemporaryOf } from "@media/assets/WriteAtomically"
import { rm, stat } from "node:fs/promises"
import {
  FINDINGS_NAME,
  isTrickplay,
  MASTER_NAME,
  parseSegmentName,
  segmentName,
  segmentTailName,
  shortSegmentName,
  SIDECAR_NAME,
  variantName
} from "./CachePaths.ts"
import { Findings, noFindings } from "./Findings.ts"
import { isSidecarOf, Sidecar } from "./Generation.ts"
import type { HlsDescription, HlsSource } from "./HlsEngine.ts"
import { masterPlaylist, variantPlaylist } from "./Playlists.ts"
import { PACKET } from "./TransportPacket.ts"

export interface CachedSegment {
  readonly path: string
  /**
   * The number of the segment's part at which the file begins. 0 if the file contains the segment from its beginning.
   */
  readonly firstPart: number
  readonly size: number
  readonly mtimeMs: number
}

/** The HLS files of one video: segments, playlists, findings, and the sidecar of a complete conversion. */
export class VideoCache extends AssetFolder {
  /**
   * Finds the file that contains a segment or its given part:
   * - the finished segment
   * - a tail of the segment that contains the part
   * - the short last segment, if the source ends early
   *
   * If no run could have written a file of this size, the file is deleted.
   */
  async find(height: number, n: number, part = 0): Promise<CachedSegment | undefined> {
    const whole = await this.findIntact(segmentName(height, n), 0)
    if (whole !== undefined) return whole
    for (let first = part; first > 0; first--) {
      const tail = await this.findIntact(segmentTailName(height, n, first), first)
      if (tail !== undefined) return tail
    }
    return this.findIntact(shortSegmentName(height, n), 0)
  }

  private async findIntact(name: string, firstPart: number): Promise<CachedSegment | undefined> {
    const path = this.file(name)
    const found = await sizeOf(path)
    if (found === undefined) return undefined
    if (isIntact(found.size)) return { path, firstPart, ...found }
    await rm(path, { force: true })
    return undefined
  }

  /** Returns the numbers of the finished segments for each height. Reads the directory once. */
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
   * Prepares the directory for this generation and writes playlists for external tools. Trickplay is deleted only if
   * the source of the video changed.
   */
  async open(source: HlsSource, description: HlsDescription): Promise<void> {
    const { mtimeMs, sizeBytes } = source
    const { generation, renditions, table } = description
    const sidecar = await this.sidecar()
    // The sidecar does not match the source, so it was edited, or copied here together with other files. Those files
    // cannot be trusted either.
    if (sidecar?.generation === generation && !isSidecarOf(sidecar, source, description)) await this.forsake()
    return this.begin(
      { generation, sizeBytes, mtimeMs },
      // Trickplay of the same source is kept. Temporary files of documents are kept too, because another process may be
      // opening the directory and writing the same documents.
      (name, isSameSource) => (isSameSource && isTrickplay(name)) || isTemporaryOf(name, isDocument),
      async () => {
        await this.write(MASTER_NAME, masterPlaylist(table, renditions))
        for (const { height } of renditions) {
          await this.write(
            variantName(height),
            variantPlaylist(table, height, (n) => segmentName(height, n))
          )
        }
      }
    )
  }

  /** Deletes the stamp. The files then belong to no generation, so the next `open` deletes them. */
  private forsake(): Promise<void> {
    return rm(this.file(STAMP_NAME), { force: true })
  }

  sidecar(): Promise<Sidecar | undefined> {
    return this.readJson(SIDECAR_NAME, Sidecar)
  }

  writeSidecar(sidecar: Sidecar): Promise<void> {
    return this.write(SIDECAR_NAME, JSON.stringify(sidecar, null, 2))
  }

  /**
   * Returns the findings of this generation. Empty if there are no findings, or only findings of another generation.
   */
  async findings(generation: string): Promise<Findings> {
    const found = await this.readJson(FINDINGS_NAME, Findings)
    return found?.generation === generation ? found : noFindings(generation)
  }

  /**
   * Saves changed findings. If two processes write at the same time, the later write wins, and the lost findings are
   * discovered again.
   */
  async note(generation: string, change: (findings: Findings) => Findings): Promise<void> {
    if ((await this.stamp())?.generation !== generation) return
    await this.write(FINDINGS_NAME, JSON.stringify(change(await this.findings(generation)), null, 2))
  }
}

/** True for playlists, findings, the stamp and the sidecar. False for segments. */
const isDocument = (name: string): boolean => /\.(m3u8|json)$/.test(name)

/**
 * True if a finished segment may have this size in bytes: one or more whole packets. If the disk is full, files with
 * other sizes may remain.
 */
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
