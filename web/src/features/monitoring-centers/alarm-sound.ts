/** Hertz, and when each tone begins, in seconds. */
const TONES = [
  [880, 0],
  [660, 0.25],
  [880, 0.5],
] as const;
const TONE_SECONDS = 0.2;
/** Enough for a browser that allows the sound. One that does not never answers. */
const ANSWER_MS = 500;

let context: AudioContext | undefined;

/** True if the browser plays sounds. It plays none before the person has clicked or typed in the tab. */
export async function mayPlay(): Promise<boolean> {
  context ??= new AudioContext();
  const answered = context.resume();
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, ANSWER_MS))]);
  return context.state === 'running';
}

/** Plays three short tones. Returns false if the browser plays none yet. */
export async function playAlarmSound(): Promise<boolean> {
  if (!(await mayPlay()) || !context) return false;
  const gain = context.createGain();
  gain.gain.value = 0.2;
  gain.connect(context.destination);
  for (const [frequency, begin] of TONES) {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start(context.currentTime + begin);
    tone.stop(context.currentTime + begin + TONE_SECONDS);
  }
  return true;
}
