import sharp from "sharp"

/**
 * libvips as we let it be used. Only the decoders of formats that are pictures and nothing else: SVG runs a layout engine
 * and reads other files, PDF and the rest have had no eyes on them. One thread for each picture: they are small, and the
 * pool of the process has other work. No cache: hardly any picture is asked for twice.
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
