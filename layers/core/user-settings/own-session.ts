import { z } from 'zod';
import { SignInMethod } from '../auth/sign-in-method.ts';
import { Instant } from '../time.ts';

/** A session of the user. */
export const OwnSession = z.object({
  sessionId: z.string(),
  startedAt: Instant,
  lastActiveAt: Instant,
  /** True for the session of this call. */
  isCurrent: z.boolean(),
  method: SignInMethod.optional(),
  userAgent: z.string().optional(),
  sourceIp: z.string().optional(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** Browser names. The order matters: most browsers also claim to be Chrome or Safari. */
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

/** Describes the browser of a session: `Firefox on Windows`. A browser can claim any name. */
export function browserWords(userAgent: string | undefined): string {
  const [browser, system] = [nameIn(BROWSERS, userAgent ?? ''), nameIn(SYSTEMS, userAgent ?? '')];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown browser';
}
