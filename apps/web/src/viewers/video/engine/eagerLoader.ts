import type { FragmentLoaderConstructor, HlsConfig } from "hls.js"

/**
 * Size in bytes of the first blocks. By default, hls.js passes on data in blocks of 128 KiB, which contain seconds of a
 * small video. The first frame must not wait for such a block.
 */
const FIRST_BYTES = 16 * 1024

/**
 * Returns a loader for hls.js that uses small blocks only while `isWaiting` returns true, because each block costs
 * time.
 */
export const eagerLoader = (isWaiting: () => boolean): FragmentLoaderConstructor =>
  function EagerLoader(config: HlsConfig) {
    const loader = new config.loader(config)
    const load = loader.load.bind(loader)
    loader.load = (context, limits, callbacks) =>
      load(context, isWaiting() ? { ...limits, highWaterMark: FIRST_BYTES } : limits, callbacks)
    return loader
  } as unknown as FragmentLoaderConstructor
