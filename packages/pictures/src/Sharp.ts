import sharp from "sharp"

/**
 * Configures libvips. Only decoders of pure picture formats are enabled: SVG runs a layout engine and reads other
 * files, and the decoders of PDF and other formats have hardly been reviewed. Each picture is
 * processed by one thread, because pictures are small and other tasks need the thread pool of the
 * process. There is no cache, because pictures are rarely
 * requested twice.
 */
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadHeif",
    "VipsForeignLoadNsgif",
    "VipsForeignLoadTiff"
  ]
})
sharp.concurrency(1)
sharp.cache(false)

export { sharp }
