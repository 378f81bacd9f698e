import type { FragmentLoaderConstructor, HlsConfig } from "hls.js"

/**
 * Size in bytes of the blocks until the first frame is shown. By default, hls.js collects blocks of 128 KiB, which
 * contain several seconds of a low-quality video. The first frame would have to wait for such a block.
 */
const FIRST_BYTES = 16 * 1024

/**
 * Returns a loader for hls.js that uses small blocks only while `isWaiting` returns true, because handling each block
 * takes time.
 */
export const eagerLoader = (isWaiting: () => boolean): FragmentLoaderConstructor =>
  function EagerLoader(config: HlsConfig) {
    const loader = new config.loader(config)
    const load = loader.load.bind(loader)
    loader.load = (context, limits, callbacks) =>
      load(context, isWaiting() ? { ...limits, highWaterMark: FIRST_BYTES } : limits, callbacks)
    return loader
  } as unknown as FragmentLoaderConstructor
