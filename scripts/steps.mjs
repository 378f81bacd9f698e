// Functions for the output of the scripts. A long step prints one line when it begins, and one line with its duration
// when it is done.

/** Prints that a step begins. Returns a function that must be called when the step is done. */
export const announce = (label) => {
  const begin = performance.now()
  process.stdout.write(`${label} ...\n`)
  return () => process.stdout.write(`  done in ${((performance.now() - begin) / 1000).toFixed(1)} s\n`)
}

/** Prints one line and exits. */
export const fail = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
