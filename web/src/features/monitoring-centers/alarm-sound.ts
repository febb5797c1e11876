/** Hertz, and when each tone begins, in seconds. */
const TONES = [
  [880, 0],
  [660, 0.25],
  [880, 0.5],
] as const;
const TONE_SECONDS = 0.2;

/** Plays three short tones. Browsers play none before the person has clicked or typed in the tab. */
export async function playAlarmSound(): Promise<void> {
  const context = new AudioContext();
  const gain = context.createGain();
  gain.gain.value = 0.2;
  gain.connect(context.destination);
  const tones = TONES.map(([frequency, begin]) => {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start(context.currentTime + begin);
    tone.stop(context.currentTime + begin + TONE_SECONDS);
    return tone;
  });
  await new Promise((resolve) => tones.at(-1)!.addEventListener('ended', resolve));
  await context.close();
}
