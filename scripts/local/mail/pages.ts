import { readFile } from 'node:fs/promises';
import { json, type StandInReply, type StandInRequest } from '../http.ts';
import type { Inbox } from './inbox.ts';
import type { MailMessage } from './message.ts';

const HTML = 'text/html; charset=utf-8';

/** The inbox page loads nothing but its own two files and the messages. */
const PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'";
/**
 * What a message may do: show pictures and its own styles, and open links in a new tab. No scripts, no forms, and an
 * origin of its own, whoever wrote it and however it is opened.
 */
const MESSAGE_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data: http: https:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

const FILES: Record<string, { file: string; type: string }> = {
  '/': { file: 'inbox.html', type: HTML },
  '/inbox.css': { file: 'inbox.css', type: 'text/css; charset=utf-8' },
  '/inbox.js': { file: 'inbox.js', type: 'text/javascript; charset=utf-8' },
};

/** The inbox for people and, as JSON, for tests; undefined for paths that are not its own. */
export async function inboxReply(
  inbox: Inbox,
  { method, path, query }: StandInRequest,
): Promise<StandInReply | undefined> {
  if (path === '/inbox.json' && method === 'DELETE') {
    await inbox.clear();
    return json(200, {});
  }
  if (method !== 'GET') return undefined;
  if (path === '/inbox.json') return json(200, { messages: inbox.list(query.get('to') ?? undefined).map(summary) });
  const file = FILES[path];
  if (file) return page(file.type, await readFile(new URL(file.file, import.meta.url)), PAGE_POLICY);
  const [, id, what, index] = /^\/messages\/([\w-]+)\/(html|text|attachments)(?:\/(\d+))?$/.exec(path) ?? [];
  const message = id && inbox.find(id);
  if (!message) return undefined;
  if (what === 'attachments') return attachment(message, Number(index));
  const body = what === 'html' ? message.html : message.text && asHtml(message.text);
  return body === undefined ? undefined : page(HTML, `<!doctype html><base target="_blank">${body}`, MESSAGE_POLICY);
}

const summary = ({ attachments, ...message }: MailMessage) => ({
  ...message,
  attachments: attachments.map(({ name, type, content }) => ({
    name,
    type,
    size: Buffer.byteLength(content, 'base64'),
  })),
});

function attachment({ attachments }: MailMessage, index: number): StandInReply | undefined {
  const found = attachments[index];
  return (
    found && {
      status: 200,
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(found.name)}`,
        'x-content-type-options': 'nosniff',
      },
      body: Buffer.from(found.content, 'base64'),
    }
  );
}

const page = (type: string, body: string | Buffer, policy: string): StandInReply => ({
  status: 200,
  headers: {
    'content-type': type,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  },
  body,
});

/** Plain text with its links made clickable. */
function asHtml(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const linked = escaped.replace(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g, (url) => `<a href="${url}">${url}</a>`);
  return `<pre style="white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 system-ui,sans-serif;margin:0">${linked}</pre>`;
}
