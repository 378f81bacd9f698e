// Output of the scripts: one line when something long begins, one with its duration when it is done.

/** Announces a step; call the result when it is done. */
export const announce = (label) => {
  const begin = performance.now()
  process.stdout.write(`${label} ...\n`)
  return () => process.stdout.write(`  done in ${((performance.now() - begin) / 1000).toFixed(1)} s\n`)
}

/** Prints one clear line and exits. */
export const fail = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
