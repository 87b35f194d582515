// Long computing in slices, so that timers and the network go on between them (LK23).

const SLICE = 10 // milliseconds
let began = performance.now()

/** Let others work, if this slice has lasted long enough. */
export async function breathe() {
  if (performance.now() - began < SLICE) return
  await new Promise((resume) => setImmediate(resume))
  began = performance.now()
}
