import { z } from 'zod';
import { SignInMethod } from '../auth/sign-in-method.ts';
import { Instant } from '../time.ts';

/** A sign-in of the user that has not ended. */
export const OwnSession = z.object({
  sessionId: z.string(),
  startedAt: Instant,
  lastActiveAt: Instant,
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
  method: SignInMethod.optional(),
  userAgent: z.string().optional(),
  sourceIp: z.string().optional(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** Names that people know, the more particular before those that claim to be it. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: readonly [RegExp, string][], text: string) => names.find(([sign]) => sign.test(text))?.[1];

/** What a session runs on, as people would say it: `Firefox on Windows`. A browser says of itself what it likes. */
export function browserWords(userAgent: string | undefined): string {
  const [browser, system] = [nameIn(BROWSERS, userAgent ?? ''), nameIn(SYSTEMS, userAgent ?? '')];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown browser';
}
