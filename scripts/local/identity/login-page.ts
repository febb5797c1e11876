import type { Person } from './people.ts';

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // No form-action: browsers apply it to the redirect after the form too, and that leads back to the portal.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
};

/** The sign-in page: people choose a person or type an address, without a password. */
export function loginPage(people: readonly Person[], problem = ''): string {
  const choices = people.map(
    ({ sub, name, email }) =>
      `<button name="person" value="${escapeHtml(sub)}"><strong>${escapeHtml(name)}</strong> ${escapeHtml(email)}</button>`,
  );
  return page(
    'Sign in',
    `<p>This identity provider stands in for your company's own. It asks for no password.</p>
    ${problem && `<p role="alert">${escapeHtml(problem)}</p>`}
    <form method="post">${choices.join('')}</form>
    <form method="post">
      <label>Another e-mail address <input name="person" type="email" autocomplete="email" required /></label>
      <button>Sign in</button>
    </form>
    <form method="post"><button name="cancel" value="yes">Cancel</button></form>`,
  );
}

export const errorPage = (error: string, description: string) =>
  page('Signing in failed', `<p role="alert"><strong>${escapeHtml(error)}</strong> ${escapeHtml(description)}</p>`);

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <style>
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
      body { max-width: 26rem; margin: 12vh auto; padding: 0 1rem; }
      form { display: grid; gap: 0.5rem; margin-block: 1.25rem; }
      label { display: grid; gap: 0.25rem; }
      input, button { padding: 0.6rem 0.8rem; border: 1px solid #8886; border-radius: 8px; font: inherit; text-align: left; }
      button { cursor: pointer; }
      [role="alert"] { color: light-dark(#b42318, #ff9b8f); }
    </style>
  </head>
  <body>
    <h1>${title}</h1>
    ${body}
  </body>
</html>
`;

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
