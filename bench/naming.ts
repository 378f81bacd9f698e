import type { Library } from "@media/naming/Classification"
import { classifyTree } from "@media/naming/classify"
import { groupWorks } from "@media/naming/group/works"
import { makeReport, quantile, sizeOf, type Log } from "./support/Report.ts"

const total = sizeOf("BENCH_PATHS", 100_000)
const rounds = 5

const two = (n: number): string => String(n).padStart(2, "0")

/**
 * Returns the path of file number `n`. Six in ten files are episodes in season folders. The others are movies in
 * their own folders, anime with one folder per series, and home videos.
 */
const pathOf = (n: number): string => {
  const share = n % 20
  if (share < 12) {
    const episode = Math.floor(n / 20) * 12 + share
    const [series, season, number] = [
      Math.floor(episode / 30),
      Math.floor((episode % 30) / 10) + 1,
      (episode % 10) + 1
    ]
    const name = `Show Number ${series}`
    return `/m/tv/${name} (20${two(series % 20)})/Season ${season}/${name} - S${two(season)}E${two(number)} - Some Title [1080p].mkv`
  }
  if (share < 17) {
    const name = `The.Movie.Number.${n}.${1950 + (n % 70)}.1080p.BluRay.x264-GRP`
    return `/m/movies/${name}/${name}.mkv`
  }
  if (share < 19) {
    const name = `[Grp] Name ${Math.floor(n / 240)}`
    return `/m/anime/${name}/${name} - ${two(Math.floor(n / 20) % 12)}${share - 17} [1080p][0123ABCD].mkv`
  }
  return `/m/home/clip ${n} of the day.mp4`
}

const library: Library = { roots: ["/m/tv", "/m/movies", "/m/anime", "/m/home"], videosAs: "mixed" }

/**
 * Measures how long it takes to classify and group all paths of a large library in one process. Measures CPU time,
 * because other programs may use the machine.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const paths = Array.from({ length: total }, (_, n) => pathOf(n))
  const classifying: Array<number> = []
  const grouping: Array<number> = []
  const timed = <A>(times: Array<number>, work: () => A): A => {
    const from = process.cpuUsage()
    const result = work()
    const { system, user } = process.cpuUsage(from)
    times.push((system + user) / 1_000_000)
    return result
  }
  for (let n = 0; n < rounds; n += 1) {
    const all = timed(classifying, () => classifyTree(paths, library))
    timed(grouping, () => groupWorks(all, library))
  }
  const median = quantile(classifying, 0.5)
  report.check(median < 3, `${total} paths are classified in 3 s of CPU time`, `${median.toFixed(2)} s`)
  report.line(`grouped into works: ${quantile(grouping, 0.5).toFixed(2)} s`)
}
