import { auth } from '#core/auth/contract.ts';
import { ask } from './call.ts';

/** The parameters of a browser that returns to the portal after a sign-on. */
export interface CameBack {
  code: string;
  state: string;
  iss: string;
}

/** A minimal browser at the provider: it follows redirects, keeps cookies and enters the given person. */
export async function signOnAs(person: string, url: string): Promise<CameBack> {
  const cookies = new Map<string, string>();

  async function visit(location: URL, form?: Record<string, string>): Promise<URL> {
    const reply = await fetch(location, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    const next = reply.headers.get('location');
    if (next === null) return form ? Promise.reject(new Error(await reply.text())) : location;
    const onward = new URL(next, location);
    return onward.origin === location.origin ? visit(onward) : onward;
  }

  const page = await visit(new URL(url));
  const { searchParams } = await visit(page, { person });
  return Object.fromEntries(searchParams) as unknown as CameBack;
}

/** A sign-on that only needs the exchange for a token. */
export async function readySignOn(person: string) {
  const { url, token } = await ask(auth.loginOAuth, { id: 'telus' });
  return { ...(await signOnAs(person, url)), token };
}
