// Everything from a message is put on the page as text; its body is shown by a sandboxed frame.
const REFRESH_MS = 2000;
const byId = (id) => document.getElementById(id);
const [list, filter, frame] = ['list', 'filter', 'body'].map(byId);

let messages = [];
let chosen = location.hash.slice(1);
let shown = '';

async function refresh() {
  try {
    const reply = await fetch('inbox.json');
    messages = (await reply.json()).messages;
    draw();
  } catch {
    byId('count').textContent = 'The mail server does not answer.';
  }
}

function draw() {
  const wanted = filter.value.trim().toLowerCase();
  const matching = messages.filter(({ subject, to, cc, bcc }) =>
    [subject, ...to, ...cc, ...bcc].some((text) => text.toLowerCase().includes(wanted)),
  );
  byId('count').textContent = matching.length === 1 ? '1 message' : `${matching.length} messages`;
  byId('empty').hidden = messages.length > 0;
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.id : undefined;
  list.replaceChildren(...matching.map(row));
  if (focused) list.querySelector(`[data-id="${focused}"]`)?.focus();
  show(messages.find(({ id }) => id === chosen));
}

function row({ id, subject, to, receivedAt }) {
  const button = element('button', '', { type: 'button' });
  button.dataset.id = id;
  button.setAttribute('aria-current', String(id === chosen));
  button.append(element('strong', subject || '(no subject)'), timeOf(receivedAt), element('span', to.join(', ')));
  button.addEventListener('click', () => choose(id));
  const item = document.createElement('li');
  item.append(button);
  return item;
}

function choose(id) {
  chosen = id;
  history.replaceState(null, '', `#${id}`);
  draw();
}

function show(message) {
  byId('message').hidden = !message;
  if (!message || shown === message.id) return;
  shown = message.id;
  byId('subject').textContent = message.subject || '(no subject)';
  const lines = { From: [message.from], To: message.to, Cc: message.cc, Bcc: message.bcc, 'Reply to': message.replyTo };
  byId('envelope').replaceChildren(
    ...Object.entries(lines)
      .filter(([, addresses]) => addresses.length > 0)
      .flatMap(([name, addresses]) => [element('dt', name), element('dd', addresses.join(', '))]),
  );
  const parts = ['html', 'text'].filter((part) => message[part] !== undefined);
  byId('parts').replaceChildren(...parts.map((part) => partButton(message.id, part)));
  byId('parts').firstChild?.click();
  byId('attachments').replaceChildren(
    ...message.attachments.map(({ name, size }, index) => {
      const item = document.createElement('li');
      item.append(element('a', `${name} (${size} bytes)`, { href: `messages/${message.id}/attachments/${index}` }));
      return item;
    }),
  );
}

function partButton(id, part) {
  const button = element('button', part === 'html' ? 'HTML' : 'Text', { type: 'button' });
  button.addEventListener('click', () => {
    for (const one of byId('parts').children) one.setAttribute('aria-pressed', String(one === button));
    frame.src = `messages/${id}/${part}`;
  });
  return button;
}

function timeOf(receivedAt) {
  const date = new Date(receivedAt);
  const today = date.toDateString() === new Date().toDateString();
  return element('time', today ? date.toLocaleTimeString() : date.toLocaleString(), { dateTime: receivedAt });
}

function element(name, text, properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...properties });
}

filter.addEventListener('input', draw);
byId('clear').addEventListener('click', async () => {
  await fetch('inbox.json', { method: 'DELETE' });
  await refresh();
});
await refresh();
setInterval(refresh, REFRESH_MS);
