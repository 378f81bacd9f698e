import sharp from "sharp"

/**
 * Our configuration of libvips. Only decoders of formats that are nothing but pictures: SVG runs a layout engine and
 * reads other files, PDF and the rest have hardly been reviewed. One thread per picture: they are small, and the pool
 * of the process has other work. No cache, because hardly any picture is requested twice.
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
