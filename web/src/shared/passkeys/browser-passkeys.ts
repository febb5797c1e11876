import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { AppError } from '#core/errors.ts';
import type { NewCredential, UsedCredential } from '#core/passkeys/passkey.ts';

/** True if this browser supports passkeys on this page: they need HTTPS or localhost. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

type UsedOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type NewOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Lets the browser ask the user for a passkey. */
export async function askForPasskey(options: object): Promise<UsedCredential> {
  const { startAuthentication: start } = await import('@simplewebauthn/browser');
  const { id, rawId, type, response } = await start({ optionsJSON: options as UsedOptions });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

/** Lets the browser create a passkey and keep it. */
export async function makePasskey(options: object): Promise<NewCredential> {
  const { startRegistration: start } = await import('@simplewebauthn/browser');
  const { id, rawId, type, response } = await start({ optionsJSON: options as NewOptions });
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } };
}

/** The message if the browser or the server refused. */
export function passkeyFailure(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'No passkey was used. Try again.';
  return 'The passkey did not work in this browser. Please try again.';
}
