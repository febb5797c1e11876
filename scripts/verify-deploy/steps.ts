/** One verified behaviour. */
export interface Step {
  name: string;
  run(): Promise<void>;
}

/** Runs the steps in order, prints each, and stops at the first failure. */
export async function walk(title: string, steps: readonly Step[]): Promise<void> {
  console.log(title);
  for (const { name, run } of steps) {
    const began = performance.now();
    await run();
    console.log(`  ok  ${name}  (${Math.round(performance.now() - began)} ms)`);
  }
}

/** Calls again until there is an answer. */
export async function eventually<Value>(
  what: string | (() => string),
  ask: () => Promise<Value | undefined>,
  seconds = 20,
): Promise<Value> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (Date.now() > deadline)
      throw new Error(`Waited ${seconds} s in vain until ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
