import { type AccessAnswer, keepAccess, keptAccess } from './kept-access.ts';
import {
  dropSession,
  exchangeToken,
  hasSignedOut,
  keepSession,
  onSessionChange,
  type SessionEnding,
  sessionEnding,
  sessionToken,
} from './session-token.ts';

/**
 * Session storage is per tab, and people work in many tabs. A new tab asks the others for the session, a login signs in
 * the tabs that show the login, and a sign-out or a new token reaches all tabs with the same session. Only pages of this
 * origin receive these messages.
 */
type SharingMessage =
  | { kind: 'asked' }
  | { kind: 'offered'; token: string; access?: AccessAnswer | undefined }
  | { kind: 'exchanged'; token: string; by: string }
  | { kind: 'ended'; token: string; ending: SessionEnding };

export interface SharingChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** Another tab answers within a few milliseconds, a background tab within tens. */
const ANSWER_TIMEOUT_MS = 150;

/**
 * Takes over the session of another tab if this one has none. Resolves within 150 ms. A tab that the user signed out of
 * does not ask: the other session may be of another user.
 */
export function askOtherTabs(channel: SharingChannel): Promise<void> {
  if (sessionToken() !== null || hasSignedOut()) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      channel.removeEventListener('message', receive);
      resolve();
    };
    const receive = ({ data }: MessageEvent<SharingMessage>) => {
      if (data.kind !== 'offered') return;
      take(data);
      finish();
    };
    const timer = setTimeout(finish, ANSWER_TIMEOUT_MS);
    channel.addEventListener('message', receive);
    channel.postMessage({ kind: 'asked' } satisfies SharingMessage);
  });
}

function take({ token, access }: Extract<SharingMessage, { kind: 'offered' }>) {
  keepSession(token);
  if (access) keepAccess(token, access);
}

/** Answers new tabs, and shares the start and the end of a session. Returns the function that stops it. */
export function shareSession(channel: SharingChannel): () => void {
  let held = sessionToken();
  let isReceiving = false;
  const send = (message: SharingMessage) => channel.postMessage(message);

  const receive = ({ data }: MessageEvent<SharingMessage>) => {
    isReceiving = true;
    const token = sessionToken();
    if (data.kind === 'asked' && token !== null) send({ kind: 'offered', token, access: keptAccess(token) });
    if (data.kind === 'offered' && token === null) take(data);
    if (data.kind === 'exchanged') exchangeToken(data.token, data.by);
    if (data.kind === 'ended') dropSession(data.ending, data.token);
    isReceiving = false;
  };

  const stop = onSessionChange(() => {
    const [before, token, ending] = [held, sessionToken(), sessionEnding()];
    held = token;
    if (isReceiving) return;
    if (before === null && token !== null) send({ kind: 'offered', token });
    if (before !== null && token !== null && before !== token) send({ kind: 'exchanged', token: before, by: token });
    if (before !== null && token === null && ending) send({ kind: 'ended', token: before, ending });
  });

  channel.addEventListener('message', receive);
  return () => {
    stop();
    channel.removeEventListener('message', receive);
  };
}
