import type { FragmentLoaderConstructor, HlsConfig } from "hls.js"

/**
 * hls.js passes data on in blocks of 128 KiB, which is seconds of a small picture. The first frame need not wait for
 * them.
 */
const FIRST_BYTES = 16 * 1024

/** A loader for hls.js that passes on small blocks only while `isWaiting`, because each block costs time. */
export const eagerLoader = (isWaiting: () => boolean): FragmentLoaderConstructor =>
  function EagerLoader(config: HlsConfig) {
    const loader = new config.loader(config)
    const load = loader.load.bind(loader)
    loader.load = (context, limits, callbacks) =>
      load(context, isWaiting() ? { ...limits, highWaterMark: FIRST_BYTES } : limits, callbacks)
    return loader
  } as unknown as FragmentLoaderConstructor
